/** The reader's rights are checked again at most this often, in milliseconds. */
const checkMs = 5_000;

/**
 * Reads the next piece when the last one has been handed over, and stops when the reader is gone. When `isAllowed` says that
 * the reader has lost the right, the stream fails, so that nobody mistakes the part for the whole.
 */
export function streamPieces(
  pieces: AsyncGenerator<string | Uint8Array, void>,
  isAllowed: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let checkedAt = performance.now();
  async function mayGoOn(): Promise<boolean> {
    const now = performance.now();
    if (now - checkedAt < checkMs) return true;
    checkedAt = now;
    return isAllowed();
  }
  return new ReadableStream({
    async pull(controller) {
      if (!(await mayGoOn())) {
        await pieces.return();
        controller.error(new Error('The right to read this ended.'));
        return;
      }
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
