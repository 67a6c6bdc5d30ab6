import { createHash } from 'node:crypto';

/** A request as it would be sent without a signature. */
export interface Signable {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array | HashedBody;
}

/** The parts of a request that a signature changes. */
export interface Signed extends Pick<Signable, 'url' | 'headers'> {
  /** Values that were made for this request and must not be logged. */
  secrets?: string[];
}

/** A body that is read while it is sent, so that it was hashed before. `hashes`: by Node's names of the algorithms. */
interface HashedBody {
  /** In bytes. */
  size: number;
  hashes: ReadonlyMap<string, Buffer>;
}

/** Returns the hash of a body; `algorithm` is Node's name of it. */
export function hashSigned(
  algorithm: string,
  body: Signable['body'],
  encoding: 'hex' | 'base64' = 'hex',
): string {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    return createHash(algorithm).update(body).digest(encoding);
  }
  const hash = body.hashes.get(algorithm);
  if (!hash) throw new Error(`The body was not hashed with ${algorithm}.`);
  return hash.toString(encoding);
}
