// Reads the document of an import as it arrives.
import type { Problem } from '~/problem';
import { tooSlow } from './uploads';

/**
 * Reads a whole body into memory of its own, which another process is given as it is; undefined once it is longer than `maxBytes`.
 * The memory is filled as the body arrives: joining its pieces at the end would take longer than a webhook may wait. Problem:
 * unparsable when its sender leaves before its end, unavailable when it is given up.
 */
export async function readWholeBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  givenUp: AbortSignal,
): Promise<{ kind: 'read'; bytes: Uint8Array<ArrayBuffer> } | Problem | undefined> {
  // Unused memory takes no room: the system provides memory only when it is written to.
  const memory = Buffer.allocUnsafeSlow(maxBytes);
  const reader = body?.getReader();
  givenUp.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
  let length = 0;
  for (;;) {
    const chunk = await reader?.read().catch(() => 'broken off' as const);
    if (givenUp.aborted) return tooSlow;
    if (chunk === 'broken off') return { kind: 'unparsable' };
    if (!chunk?.value) return { kind: 'read', bytes: memory.subarray(0, length) };
    if (length + chunk.value.byteLength > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    memory.set(chunk.value, length);
    length += chunk.value.byteLength;
  }
}
