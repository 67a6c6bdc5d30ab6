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
