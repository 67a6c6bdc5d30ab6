// OpenAPI 3.0 and 3.1, and 2.0 as Swagger called it (spec.openapis.org): every operation becomes a call, its parameters
// placeholders.
import {
  addDraft,
  addNote,
  appendQuery,
  cleanLine,
  encodeLiteral,
  encodePart,
  type Imported,
  importLimits,
  toVariableName,
  truncate,
} from '../draft/draft';
import { isJsonLongerThan } from '../../json/json';
import { literalBraces } from '../../placeholders/fill-template';
import { asList, asNode, asText, type Node, ownValue } from '../draft/document';
import { References, sampleSchema } from './json-sample';
import { convertSwagger2, isSwagger2 } from './swagger';

/** Characters of an example. */
const longestSample = 64 * 1024;

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** Whether a document says it is OpenAPI, of whatever version. */
export function isOpenApi(document: unknown): boolean {
  const { openapi, swagger } = asNode(document);
  return openapi !== undefined || swagger !== undefined;
}

/** The operations of a document, an operation's first tag as group. */
export function parseOpenApi(value: unknown): Imported {
  const imported: Imported = { calls: [], notes: [] };
  const given = asNode(value);
  const document = isSwagger2(given) ? convertSwagger2(given) : given;
  if (!/^3(?:\.|$)/.test(String(document.openapi))) {
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
    message: `Only the first ${importLimits.choices.toLocaleString('en')} operations are listed.`,
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
  const optional = parameters.filter(({ in: place, required }) => place === 'query' && required !== true);
  if (optional.length > 0) {
    const names = optional.slice(0, 20).map(({ name }) => truncate(cleanLine(asText(name)), 40));
    notes.push(`Optional query parameters were left out: ${names.join(', ')}.`);
  }
  const body = readBody(references, operation.requestBody, notes);
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
    bearer: security.bearer,
    credentials: security.credentials,
    notes,
  });
}

/** A parameter of this name is ignored (OpenAPI 3, Parameter Object): content and security say what is sent. */
const ignoredHeaders = /^(?:accept|content-type|authorization)$/i;

/** Those of the operation stand over those of its path. */
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

function readServer({ document, item, operation }: Operation, notes: string[]): string {
  const server = asNode(asList(operation.servers ?? item.servers ?? document.servers)[0]);
  const variables = asNode(server.variables);
  const url = asText(server.url)
    .slice(0, 2_000)
    .replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
      const value = asText(asNode(ownValue(variables, name)).default);
      return value || `{{${toVariableName(name)}}}`;
    })
    .replace(/\/+$/, '');
  if (/^(https?:\/\/|\{\{)/i.test(url)) return url;
  notes.push('The document does not name the host of the API. Replace {{host}} with it.');
  return `https://{{host}}${url.startsWith('/') ? url : url && `/${url}`}`;
}

function readBody(references: References, given: unknown, notes: string[]): { text: string; type?: string } {
  const content = asNode(references.resolve(given).content);
  const types = Object.keys(content);
  const type =
    types.find((each) => /[/+]json\b/i.test(each)) ?? types.find((each) => /urlencoded/i.test(each));
  if (types.length === 0) return { text: '' };
  if (!type) {
    notes.push(`A body of type ${truncate(cleanLine(types[0] ?? ''), 60)} cannot be filled in here.`);
    return { text: '' };
  }
  const media = asNode(content[type]);
  const [example] = Object.values(asNode(media.examples)).map((each) => references.resolve(each).value);
  const sample = media.example ?? example ?? sampleSchema(media.schema, references);
  if (isJsonLongerThan(sample, longestSample)) {
    notes.push('The example of its body is very long and was left out.');
    return { text: '', type };
  }
  notes.push('The body is an example. Replace it with your values.');
  // What an example holds is meant as it stands, braces included.
  if (/json/i.test(type)) {
    return { text: literalBraces(isWrittenJson(sample) ? sample : writeJson(sample)), type };
  }
  const pairs = Object.entries(asNode(sample)).map(
    ([name, each]) =>
      `${encodeLiteral(name)}=${encodeLiteral(typeof each === 'object' ? writeJson(each) : String(each))}`,
  );
  return { text: pairs.join('&'), type };
}

/** Some documents give an example of an object or a list as the text of it. */
function isWrittenJson(sample: unknown): sample is string {
  return typeof sample === 'string' && /^\s*[{[]/.test(sample);
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}

interface Security {
  headers: [string, string][];
  query: string[];
  bearer?: string;
  credentials?: string;
}

/** The first of the alternatives; one of them may be that nothing is needed, which then counts only when alone. */
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
    if (kind === 'http bearer' || kind === 'oauth2' || kind === 'openIdConnect')
      security.bearer = placeholder;
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
