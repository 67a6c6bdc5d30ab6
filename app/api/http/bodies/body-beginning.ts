// Reads the beginning of a body whose rest somebody else reads as it arrives.

interface BegunBody {
  /** At least as many bytes as wanted, unless the body is shorter. */
  beginning: Buffer;
  /** The whole body. */
  body: ReadableStream<Uint8Array>;
}

/** Reads at least `wanted` bytes of a body. Undefined when its sender leaves before that. */
export async function readBeginning(
  sent: ReadableStream<Uint8Array>,
  wanted: number,
): Promise<BegunBody | undefined> {
  const reader = sent.getReader();
  const chunks: Uint8Array[] = [];
  for (let bytes = 0; bytes < wanted;) {
    const chunk = await reader.read().catch(() => undefined);
    if (!chunk) return undefined;
    if (!chunk.value) break;
    chunks.push(chunk.value);
    bytes += chunk.value.byteLength;
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
    },
    async pull(controller) {
      const { value } = await reader.read();
      if (value) controller.enqueue(value);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { beginning: Buffer.concat(chunks), body };
}
