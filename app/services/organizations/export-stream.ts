/** So often, at most, it is asked whether the reader may have more. */
const checkMs = 5_000;

/**
 * Reads the next piece when the last one is on its way, and no more once the reader is gone. The stream fails, so that nobody
 * takes what came for all of it, when `isAllowed` says that its reader has no right to it any more.
 */
export function streamText(
  pieces: AsyncGenerator<string, void>,
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
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
}
