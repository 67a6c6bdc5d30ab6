// Reads OpenAPI 3.0 and 3.1, and 2.0 ("Swagger", spec.openapis.org): each operation becomes a call, and its parameters become
// placeholders.
import { formatCount } from '../../texts/format-count';
import {
  addDraft,
  addNote,
  appendQuery,
  cleanLine,
  encodePart,
  type Imported,
  importLimits,
  toVariableName,
} from '../draft/draft';
import { asList, asNode, asScalar, asText, type Node, ownValue } from '../draft/document';
import { describeOAuth } from '../draft/connection-need';
import { sampleBody } from './body-sample';
import { References } from './json-sample';
import { convertSwagger2, isSwagger2 } from './swagger';
import { truncate } from '../../texts/truncate';

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** Checks whether a document says that it is OpenAPI, of any version. */
export function isOpenApi(document: unknown): boolean {
  const { openapi, swagger } = asNode(document);
  return openapi !== undefined || swagger !== undefined;
}

/** Reads the operations of a document. The group of a call is the operation's first tag. */
export function parseOpenApi(value: unknown): Imported {
  const imported: Imported = { calls: [], notes: [] };
  const given = asNode(value);
  const document = isSwagger2(given) ? convertSwagger2(given) : given;
  if (!/^3(?:\.|$)/.test(asScalar(document.openapi) ?? '')) {
    imported.notes.push({
      message: 'Only OpenAPI 2.0, 3.0 and 3.1 can be read. Please convert this file first.',
    });
    return imported;
  }
  const references = new References(document);
  for (const [path, pathItem] of Object.entries(asNode(document.paths))) {
    references.elsewhere.clear();
    const item = references.resolve(pathItem);
    for (const file of references.elsewhere) {
      addNote(imported, {
        call: path,
        message: `It is in another file, which is not read: ${nameFile(file)}.`,
      });
    }
    for (const method of methods) {
      references.elsewhere.clear();
      const operation = references.resolve(ownValue(item, method));
      if (Object.keys(operation).length === 0 && references.elsewhere.size === 0) continue;
      addOperation(imported, { document, references, path, item, method, operation });
      if (imported.calls.length >= importLimits.choices) return noteRest(imported);
    }
  }
  if (imported.calls.length === 0 && imported.notes.length === 0) {
    imported.notes.push({ message: 'This OpenAPI document has no operations.' });
  }
  return imported;
}

function noteRest(imported: Imported): Imported {
  addNote(imported, {
    message: `Only the first ${formatCount(importLimits.choices)} operations are listed.`,
  });
  return imported;
}

function nameFile(file: string): string {
  return truncate(cleanLine(file), 60);
}

interface Operation {
  document: Node;
  references: References;
  path: string;
  item: Node;
  method: string;
  operation: Node;
}

function addOperation(imported: Imported, subject: Operation): void {
  const { references, path, method, operation } = subject;
  const notes: string[] = [];
  const parameters = listParameters(subject);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name }) => `${encodePart(asText(name))}={{${toVariableName(asText(name))}}}`);
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.required === true)
    .map(({ name }): [string, string] => [asText(name), `{{${toVariableName(asText(name))}}}`]);
  noteLeftOut(parameters, notes);
  const body = sampleBody(references, operation.requestBody, notes);
  if (body.type) headers.push(['Content-Type', body.type]);
  const security = readSecurity(subject, notes);
  const files = [...references.elsewhere].map(nameFile);
  if (files.length > 0) {
    notes.push(
      `Parts of it are in other files, which are not read: ${files.slice(0, 5).join(', ')}${files.length > 5 ? ' …' : ''}.`,
    );
  }
  const filled = path.replace(/\{([^{}]+)\}/g, (_whole, name: string) => `{{${toVariableName(name)}}}`);
  addDraft(imported, {
    label: asText(operation.summary) || asText(operation.operationId) || `${method.toUpperCase()} ${path}`,
    shortName: asText(operation.operationId),
    group: asText(asList(operation.tags)[0]),
    method,
    url: appendQuery(readServer(subject, notes) + filled, [...query, ...security.query].join('&')),
    headers: [...security.headers, ...headers],
    body: body.text,
    bodyType: body.bodyType,
    bearer: security.bearer,
    credentials: security.credentials,
    notes,
  });
}

/** The names of header parameters that are ignored (OpenAPI 3, Parameter Object): content and security define them. */
const ignoredHeaders = /^(?:accept|content-type|authorization)$/i;

/** Lists the parameters. Those of the operation override those of its path. */
function listParameters({ references, item, operation }: Operation): Node[] {
  const all = new Map<string, Node>();
  for (const given of [...asList(item.parameters), ...asList(operation.parameters)]) {
    const parameter = references.resolve(given);
    all.set(`${asText(parameter.in)} ${asText(parameter.name)}`, parameter);
  }
  return [...all.values()].filter(({ in: place, name }) => {
    const written = asText(name);
    return written !== '' && !(place === 'header' && ignoredHeaders.test(written));
  });
}

/** Notes which parameters the call does not have. */
function noteLeftOut(parameters: Node[], notes: string[]): void {
  const optional = parameters.filter(({ required }) => required !== true);
  const left: [string, Node[]][] = [
    ['Optional query parameters', optional.filter(({ in: place }) => place === 'query')],
    ['Optional headers', optional.filter(({ in: place }) => place === 'header')],
    ['Cookies', parameters.filter(({ in: place }) => place === 'cookie')],
  ];
  for (const [what, those] of left) {
    const names = those.slice(0, 20).map(({ name }) => truncate(cleanLine(asText(name)), 40));
    if (names.length > 0) notes.push(`${what} were left out: ${names.join(', ')}.`);
  }
}

/** The most characters of a server's address, and of each value in it. */
const maxAddressPart = 2_000;

function readServer({ document, item, operation }: Operation, notes: string[]): string {
  const server = asNode(asList(operation.servers ?? item.servers ?? document.servers)[0]);
  const variables = asNode(server.variables);
  const url = asText(server.url)
    .slice(0, maxAddressPart)
    .replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
      const value = asScalar(asNode(ownValue(variables, name)).default);
      // A short address may name a variable many times.
      return value?.slice(0, maxAddressPart) ?? `{{${toVariableName(name)}}}`;
    })
    .replace(/\/+$/, '')
    // Relative to the document's own URL, which most likely uses HTTPS.
    .replace(/^\/\/(?=[^/])/, 'https://');
  if (/^(https?:\/\/|\{\{)/i.test(url)) return url;
  notes.push('The document does not name the host of the API. Replace {{host}} with it.');
  return `https://{{host}}${url.startsWith('/') ? url : url && `/${url}`}`;
}

interface Security {
  headers: [string, string][];
  query: string[];
  bearer?: string;
  credentials?: string;
}

/** Reads the first alternative that needs credentials. An empty one, for no credentials, counts only when it is alone. */
function readSecurity({ document, references, operation }: Operation, notes: string[]): Security {
  const security: Security = { headers: [], query: [] };
  const alternatives = asList(operation.security ?? document.security).map(asNode);
  const chosen = alternatives.find((each) => Object.keys(each).length > 0) ?? {};
  const schemes = asNode(asNode(document.components).securitySchemes);
  for (const name of Object.keys(chosen)) {
    const scheme = references.resolve(ownValue(schemes, name));
    const placeholder = `{{${toVariableName(name)}}}`;
    const kind = `${asText(scheme.type)} ${asText(scheme.scheme).toLowerCase()}`.trim();
    const own = asText(scheme.name);
    if (kind === 'oauth2' || kind === 'openIdConnect') {
      const flow = asText(scheme.flow);
      security.bearer = placeholder;
      notes.push(describeOAuth(flow ? [flow] : Object.keys(asNode(scheme.flows)), placeholder));
      continue;
    }
    if (kind === 'http bearer') security.bearer = placeholder;
    else if (kind === 'http basic') {
      const variable = toVariableName(name);
      security.credentials = `{{${variable}_username}}:{{${variable}_password}}`;
      notes.push(`Replace ${security.credentials} with the username and password.`);
      continue;
    } else if (kind === 'apiKey' && scheme.in === 'header') security.headers.push([own, placeholder]);
    else if (kind === 'apiKey' && scheme.in === 'query')
      security.query.push(`${encodePart(own)}=${placeholder}`);
    else if (kind === 'apiKey') security.headers.push(['Cookie', `${own}=${placeholder}`]);
    else {
      notes.push(`The authentication “${truncate(cleanLine(name), 40)}” is not supported and was left out.`);
      continue;
    }
    notes.push(`Replace ${placeholder} with your credentials.`);
  }
  return security;
}
