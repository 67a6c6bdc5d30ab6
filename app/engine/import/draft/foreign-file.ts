// Says of a file that is no exported integration what it is, and what can be imported instead.
import { asNode, asText } from './document';

/** Describes the file of a whole workflow in a sentence; undefined when it is none of a product that is known. */
export function describeWorkflow(document: unknown): string | undefined {
  const { nodes, connections, flow } = asNode(document);
  const isOfN8n = Array.isArray(nodes) && typeof connections === 'object';
  if (!isOfN8n && !Array.isArray(flow)) return undefined;
  const what = isOfN8n ? 'an n8n workflow' : 'a blueprint of Make';
  return `This is ${what}, which cannot be imported. Its HTTP requests can: write each as a cURL command under Import in the editor of an integration.`;
}

/** Describes the file of a workflow, or one with API calls alone; undefined when it is none that is known. */
export function describeForeign(document: unknown): string | undefined {
  const { info, openapi, swagger } = asNode(document);
  const isPostman = /collection\/v2/.test(asText(asNode(info).schema));
  if (!isPostman && openapi === undefined && swagger === undefined) return describeWorkflow(document);
  const what = isPostman ? 'a Postman collection' : 'an OpenAPI document';
  return `This is ${what}. Its API calls are imported under Import in the editor of an integration.`;
}

const asCurl = 'Copy the request as a cURL command';

/** Describes what else of requests people paste, and how the same request can be imported; undefined when it is not known. */
export function describeRequests(text: string, document: unknown): string | undefined {
  const { log, _type, _postman_variable_scope: scope, requests } = asNode(document);
  if (Array.isArray(asNode(log).entries)) {
    return `This is a HAR file, which cannot be imported. ${asCurl} in the network tools of the browser.`;
  }
  if (_type === 'export') return `This is a file of Insomnia, which cannot be imported. ${asCurl} there.`;
  if (scope !== undefined || Array.isArray(requests)) {
    return 'This is an environment or an old collection of Postman. Export the collection as Collection v2.1.';
  }
  if (/^(?:await\s+)?fetch\(/.test(text)) return `This is JavaScript. ${asCurl} instead.`;
  if (/\bInvoke-(?:WebRequest|RestMethod)\b/i.test(text)) return `This is PowerShell. ${asCurl} instead.`;
  if (/^https?:\/\/\S+$/i.test(text)) return 'This is an address alone. Type it into the URL of a call.';
  return undefined;
}
