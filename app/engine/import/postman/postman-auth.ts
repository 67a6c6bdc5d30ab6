// Reads the authentication of a Postman request, as versions 2.0 and 2.1 of the format write it.
import { asNode, asText, type Node } from '../draft/document';
import { cleanLine, encodePart } from '../draft/draft';
import { describeConnectionNeed, describeOAuth, type NeededKind } from '../draft/connection-need';
import { fill } from './postman-variables';
import { truncate } from '../../texts/truncate';

/** The schemes that Postman can sign with and a call only with a connection, by Postman's names. */
const connectionSchemes = new Map<string, NeededKind>([
  ['digest', 'digest'],
  ['oauth1', 'oauth1'],
  ['awsv4', 'aws_sigv4'],
  ['jwt', 'signed_jwt'],
]);

/** The schemes that neither a call nor a connection can sign with. */
const schemes = new Map([
  ['hawk', 'Hawk authentication'],
  ['ntlm', 'NTLM authentication'],
  ['edgegrid', 'Akamai EdgeGrid'],
  ['asap', 'ASAP (Atlassian)'],
]);

interface ReadAuth {
  headers: [string, string][];
  query: string;
  bearer?: string;
  credentials?: string;
}

/** Postman itself writes about twenty parameters. They are read again for each request that inherits them. */
const maxParameters = 200;

/**
 * Returns a function that finds a parameter by its name. Version 2.1 has a list of `{key, value}`, of which the first 200 are
 * read, version 2.0 an object.
 */
function readParameters(given: unknown): (name: string) => string | undefined {
  if (!Array.isArray(given)) {
    const named = asNode(given);
    return (name) => (Object.hasOwn(named, name) ? asText(named[name]) : undefined);
  }
  const listed = given.slice(0, maxParameters).map(asNode);
  const values = new Map(listed.map(({ key, value }) => [asText(key), asText(value)]));
  return (name) => values.get(name);
}

/** Returns what authentication adds to headers and query; `bearer` is the token, `credentials` user and password. */
export function readAuth(auth: Node, notes: string[]): ReadAuth {
  const type = asText(auth.type);
  const find = readParameters(auth[type]);
  const get = (key: string) => fill(find(key) ?? '', notes);
  if (type === 'bearer') return { headers: [], query: '', bearer: get('token') || '{{token}}' };
  if (type === 'apikey') {
    const key = get('key') || 'X-Api-Key';
    const value = get('value') || '{{api_key}}';
    return get('in') === 'query'
      ? { headers: [], query: `${encodePart(key)}=${encodePart(value)}` }
      : { headers: [[key, value]], query: '' };
  }
  if (type === 'basic') {
    return { headers: [], query: '', credentials: `${get('username')}:${get('password')}` };
  }
  if (type === 'oauth2') {
    const given = get('accessToken');
    const token = given || '{{access_token}}';
    const flow = find('grant_type');
    notes.push(describeOAuth(flow ? [flow] : [], given ? undefined : token));
    if (get('addTokenTo') === 'queryParams') {
      return { headers: [], query: `access_token=${encodePart(token)}` };
    }
    const prefix = (find('headerPrefix') ?? 'Bearer').trim();
    if (/^bearer$/i.test(prefix)) return { headers: [], query: '', bearer: token };
    return { headers: [['Authorization', `${prefix} ${token}`.trim()]], query: '' };
  }
  const kind = connectionSchemes.get(type);
  if (kind) notes.push(describeConnectionNeed(kind));
  else if (type && type !== 'noauth') {
    const named = schemes.get(type) ?? `The authentication “${truncate(cleanLine(type), 30)}”`;
    notes.push(`${named} is not supported and was left out.`);
  }
  return { headers: [], query: '' };
}
