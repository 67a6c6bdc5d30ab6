// A body that is read from where it is stored while it is sent: also again, for a redirect or another try.
import { createHash } from 'node:crypto';

export interface StreamedBody {
  /** In bytes. */
  size: number;
  /** Reads the bytes from the beginning, in parts. */
  read(): AsyncIterable<Uint8Array>;
}

type Body = string | Uint8Array | StreamedBody;

export function isStreamed(body: Body | undefined): body is StreamedBody {
  return typeof body === 'object' && 'read' in body;
}

/** Says that nothing was sent, because a hash of the body was needed first. */
export const unreadBeforeSending = 'A file could not be read before it was sent.';

/** Gives the parts of a body to `take`. Returns false when it cannot be read to its end, which those who store it have logged. */
export async function readEach(body: StreamedBody, take: (part: Uint8Array) => void): Promise<boolean> {
  try {
    for await (const part of body.read()) take(part);
    return true;
  } catch {
    return false;
  }
}

/** Returns the hash of a body in hex; `algorithm` is Node's name of it. Undefined when the body cannot be read. */
export async function hashBody(algorithm: string, body: Body): Promise<string | undefined> {
  const hash = createHash(algorithm);
  if (!isStreamed(body)) return hash.update(body).digest('hex');
  return (await readEach(body, (part) => void hash.update(part))) ? hash.digest('hex') : undefined;
}
