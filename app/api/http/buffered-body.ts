// Bodies of senders that proved nothing yet are held in memory under a common bound; authenticated ones do not count.
import type { Context } from 'hono';
import { findUserOf } from '~/auth/guards';
import type { AppContext, BufferedBodies } from '~/context';
import type { Problem } from '~/problem';
import type { ApiEnv } from './problem-response';

/** What guests fill in is small. */
const largestOfGuests = 256 * 1024;

/** All of a body; too-large as soon as it is, unavailable when there is no room for it among those that are on their way. */
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

/** The request of a page with its form read, unless the sender is signed in: then the page reads it. */
export async function bufferForm(context: AppContext, c: Context<ApiEnv>): Promise<Request | Problem> {
  const { raw, method } = c.req;
  if (method === 'GET' || method === 'HEAD' || !raw.body) return raw;
  if (await findUserOf(context, raw)) return raw;
  const body = await readBytes(raw, { maxBytes: largestOfGuests, held: context.bodies });
  if ('kind' in body) return body;
  return new Request(raw.url, { method, headers: raw.headers, signal: raw.signal, body });
}
