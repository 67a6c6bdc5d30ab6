import type { Operation } from '../document';

/** Returns a call as a shell command, with `$TOKEN` and names in capitals where the reader puts their own values. */
export function describeCurl(method: string, path: string, operation: Operation, server: string): string {
  const address = `${server}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toPlaceholder(name))}`;
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const example = content?.example;
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${address}'`,
    ...(operation.security === undefined ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(operation.security?.length ? [`-b session.cookies -H 'Origin: ${server}'`] : []),
    ...(mediaType && example !== undefined
      ? [`-H 'Content-Type: ${mediaType}'`, `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ');
}

/** Turns 'organizationId' into 'ORGANIZATION_ID'. */
function toPlaceholder(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}
