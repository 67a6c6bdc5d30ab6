// Converts OpenAPI 2.0 ("Swagger", spec.openapis.org/oas/v2.0) to 3.0, as far as calls are made from it.
import { asList, asNode, asScalar, asText, type Node, ownValue } from '../draft/document';
import { References } from './json-sample';

export function isSwagger2({ swagger }: Node): boolean {
  return /^2(?:\.|$)/.test(asScalar(swagger) ?? '');
}

/** Converts the document to OpenAPI 3.0. Each `$ref` still leads to its target, because nothing else is moved. */
export function convertSwagger2(document: Node): Node {
  const references = new References(document);
  const paths = Object.entries(asNode(document.paths)).map(([path, item]): [string, Node] => [
    path,
    convertPath(document, references, references.resolve(item)),
  ]);
  return {
    ...document,
    openapi: '3.0.3',
    servers: readServers(document),
    paths: Object.fromEntries(paths),
    components: { securitySchemes: convertSecurity(asNode(document.securityDefinitions)) },
  };
}

function readServers({ host, basePath, schemes }: Node): Node[] {
  const offered = new Set(asList(schemes));
  const scheme = offered.has('https') || !offered.has('http') ? 'https' : 'http';
  return [{ url: host === undefined ? asText(basePath) : `${scheme}://${asText(host)}${asText(basePath)}` }];
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

function convertPath(document: Node, references: References, item: Node): Node {
  const shared = asList(item.parameters);
  const converted: Node = { ...item, parameters: [] };
  for (const method of methods) {
    const given = ownValue(item, method);
    if (given === undefined) continue;
    const operation = references.resolve(given);
    const parameters = [...shared, ...asList(operation.parameters)].map((each) => references.resolve(each));
    const consumes = asList(operation.consumes ?? document.consumes).map(asText);
    converted[method] = {
      ...operation,
      parameters: parameters.filter(({ in: place }) => place !== 'body' && place !== 'formData'),
      requestBody: convertBody(parameters, consumes),
    };
  }
  return converted;
}

/** Converts the body. A parameter of the operation replaces one of its path with the same name, so the last one counts. */
function convertBody(parameters: Node[], consumes: string[]): Node | undefined {
  const body = parameters.findLast(({ in: place }) => place === 'body');
  if (body) {
    const type = consumes.find((each) => /[/+]json\b/i.test(each)) ?? consumes[0] ?? 'application/json';
    return { content: { [type]: { schema: body.schema } } };
  }
  const fields = parameters.filter(({ in: place }) => place === 'formData');
  if (fields.length === 0) return undefined;
  const isMultipart =
    fields.some(({ type }) => type === 'file') ||
    (consumes.length > 0 && consumes.every((each) => /multipart/i.test(each)));
  const type = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const properties = Object.fromEntries(fields.map((field) => [asText(field.name), field]));
  const encoding = Object.fromEntries(fields.map((field) => [asText(field.name), convertFormat(field)]));
  return { content: { [type]: { schema: { type: 'object', properties }, encoding } } };
}

const listStyles = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/** Returns how the items of a list are written, as an encoding; `csv` by default. */
function convertFormat({ collectionFormat }: Node): Node {
  const format = asText(collectionFormat);
  return { style: listStyles.get(format) ?? 'form', explode: format === 'multi' };
}

function convertSecurity(definitions: Node): Node {
  const schemes = Object.entries(definitions).map(([name, given]): [string, unknown] => [
    name,
    asNode(given).type === 'basic' ? { type: 'http', scheme: 'basic' } : given,
  ]);
  return Object.fromEntries(schemes);
}
