// Bodies of senders that proved nothing yet are held in memory under a common bound; authenticated ones do not count.
import type { MiddlewareHandler } from 'hono';
import { findUserOf } from '~/auth/guards';
import type { AppContext, BufferedBodies } from '~/context';
import type { Problem } from '~/problem';
import { isImport } from '../import-upload';
import { type ApiEnv, maxBodyBytes, problemResponse } from '../problem-response';

/** The largest form of a guest, in bytes: these forms are small. */
const maxGuestBytes = 256 * 1024;

/** Reads a whole body. Problems: too-large beyond `maxBytes`; unavailable when the memory for arriving bodies is full. */
export async function readBytes(
  request: Request,
  { maxBytes, held }: { maxBytes: number; held: BufferedBodies | undefined },
): Promise<Buffer<ArrayBuffer> | Problem> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let problem: Problem | undefined;
  const crowded: Problem = { kind: 'unavailable', retryAfterSeconds: 10 };
  const place = held?.begin(() => {
    problem = crowded;
    void reader?.cancel().catch(() => {});
  });
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (problem) return problem;
      if (!chunk?.value) return Buffer.concat(chunks);
      bytes += chunk.value.byteLength;
      if (bytes > maxBytes) problem = { kind: 'too-large' };
      else if (place?.add(chunk.value.byteLength) === false) problem = crowded;
      if (problem) {
        await reader?.cancel();
        return problem;
      }
      chunks.push(chunk.value);
    }
  } finally {
    place?.release();
  }
}

/**
 * Reads the whole form of a page before its screen runs. Guests may send only a small form. The screen checks the person's
 * rights after that, so rights that ended while a slow body arrived no longer count. The import screen reads its own body.
 * Problems: too-large, unavailable.
 */
export function bufferForm(context: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { raw, method } = c.req;
    if (method === 'GET' || method === 'HEAD' || !raw.body) return next();
    const isKnown = (await findUserOf(context, raw)) !== undefined;
    if (isKnown && isImport(c.req)) return next();
    const limits = isKnown
      ? { maxBytes: maxBodyBytes, held: undefined }
      : { maxBytes: maxGuestBytes, held: context.bodies };
    const body = await readBytes(raw, limits);
    if ('kind' in body) return problemResponse(c, body);
    c.req.raw = new Request(raw.url, { method, headers: raw.headers, signal: raw.signal, body });
    return next();
  };
}
