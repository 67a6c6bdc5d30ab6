// The parts of a response that a value can be taken from instead of the body: a header, as `header:location`, or the status
// code, as `status:code`. No JSON path begins so: a lone word is none, and names with a colon are quoted. `status` alone is not
// used, since too many bodies have a field of that name, and `response.status` is a path.

const header = /^header:\s*([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200})$/i;
const statusPath = 'status:code';

type ResponsePart = { kind: 'header'; name: string } | { kind: 'status' };

/** Finds the part that a path names, headers in lower case (RFC 9110 §5.1); undefined when it is a JSON path. */
export function findResponsePart(path: string): ResponsePart | undefined {
  if (path.toLowerCase() === statusPath) return { kind: 'status' };
  const name = header.exec(path)?.[1]?.toLowerCase();
  return name === undefined ? undefined : { kind: 'header', name };
}

/** Writes a part as it is stored. */
export function writeResponsePart(part: ResponsePart): string {
  return part.kind === 'status' ? statusPath : `header:${part.name}`;
}

/** The parts of a response besides its body. */
export interface ResponseHead {
  status: number | undefined;
  headers: Iterable<readonly [name: string, value: string]>;
}

/** Returns the status code as a number, or a header's values, joined (RFC 9110 §5.3); undefined when it is absent. */
export function readResponsePart(head: ResponseHead, part: ResponsePart): string | number | undefined {
  if (part.kind === 'status') return head.status;
  const values = [...head.headers]
    .filter(([each]) => each.toLowerCase() === part.name)
    .map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}
