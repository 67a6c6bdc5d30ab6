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

/** Returns the hash of a body in hex; `algorithm` is Node's name of it. */
export async function hashBody(algorithm: string, body: Body): Promise<string> {
  const hash = createHash(algorithm);
  if (!isStreamed(body)) return hash.update(body).digest('hex');
  for await (const part of body.read()) hash.update(part);
  return hash.digest('hex');
}
