import type { RemixServerProps } from '@remix-run/react';

/**
 * Reads the data of the loaders before the page is rendered. Remix encodes it as a stream, and React would wait for one turn of
 * the event loop to render the data, and for another one to render the end of the stream.
 *
 * `streamCache` is Remix's own and undocumented: `StreamTransfer` in single-fetch.js of @remix-run/react 2 keeps there what it
 * has read, by the number of the piece. A Remix that no longer looked there would wait for the stream in vain.
 */
export async function readLoaderData(context: RemixServerProps['context']): Promise<void> {
  const { serverHandoffStream: stream, renderMeta } = context;
  if (!stream || !renderMeta) return;
  const decoder = new TextDecoder();
  let value = '';
  for (const reader = stream.getReader(); ;) {
    const piece = await reader.read();
    value += decoder.decode(piece.value, { stream: !piece.done });
    if (piece.done) break;
  }
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) };
  // Remix asks for a reader of it, and finds everything read.
  context.serverHandoffStream = new ReadableStream();
}
