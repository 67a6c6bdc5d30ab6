// What a value of a response is taken from in place of its body: a header, as `header:location`, or the status code, as
// `status:code`. No JSON path begins so: a lone word is none, and names with a colon stand in quotes. `status` alone is not taken,
// since too many bodies have a field of that name, and `response.status` is a path.

const header = /^header:\s*([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200})$/i;
const statusPath = 'status:code';

export type ResponsePart = { kind: 'header'; name: string } | { kind: 'status' };

/** Names of headers in lower case (RFC 9110 §5.1); undefined of what is a JSON path. */
export function findResponsePart(path: string): ResponsePart | undefined {
  if (path.toLowerCase() === statusPath) return { kind: 'status' };
  const name = header.exec(path)?.[1]?.toLowerCase();
  return name === undefined ? undefined : { kind: 'header', name };
}

/** As it is kept. */
export function writeResponsePart(part: ResponsePart): string {
  return part.kind === 'status' ? statusPath : `header:${part.name}`;
}

/** What stands beside the body. */
export interface ResponseHead {
  status: number | undefined;
  headers: Iterable<readonly [name: string, value: string]>;
}

/** The status code as a number; of a header that came more than once the values, joined (RFC 9110 §5.3). Undefined without it. */
export function readResponsePart(head: ResponseHead, part: ResponsePart): string | number | undefined {
  if (part.kind === 'status') return head.status;
  const values = [...head.headers]
    .filter(([each]) => each.toLowerCase() === part.name)
    .map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}
