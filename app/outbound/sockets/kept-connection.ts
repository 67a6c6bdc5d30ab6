/**
 * Recognizes the end of a connection that was kept after a response. A target may close it at any
 * time, also while the next request is on its way (RFC 9112 §9.5).
 */
import type { Socket } from 'node:net';

/** The methods by which a request asks for no change (RFC 9110 §9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** How a connection ended that was kept after a response: whether anything of a response to its latest request had come. */
interface KeptEnd {
  isAnswered: boolean;
  /** Whether nothing of that request was written: the target has not read the one before it. */
  isUnwritten: boolean;
}

/**
 * Checks whether what undici writes to a connection begins a request: its head is a text, and its body is bytes, of which more may
 * follow when the target has answered already.
 */
export function beginsRequest(written: unknown): boolean {
  return typeof written === 'string';
}

/** Notes this at the error by which the connection ends; undici passes it on to the request. */
export function noteKeptEnd(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isKept = false;
  let isAnswered = false;
  let isUnwritten = false;
  socket.write = ((...args: Parameters<Socket['write']>) => {
    if (!beginsRequest(args[0])) return write(...args);
    isKept ||= isAnswered;
    // Answered, but not read to its end: what is written behind it might never be read, either.
    isUnwritten ||= isAnswered && socket.writableLength > 0;
    isAnswered = false;
    if (!isUnwritten) return write(...args);
    socket.destroy(new Error('The target has not read the request that it answered.'));
    return false;
  }) as Socket['write'];
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    isAnswered ||= Buffer.isBuffer(chunk);
    return chunk;
  };
  return socket.once('error', (error) => {
    const keptEnd: KeptEnd = { isAnswered, isUnwritten };
    if (isKept || isAnswered) Object.assign(error, { keptEnd });
  });
}

/**
 * Checks whether a request that met this error is sent again. One that was not yet written is, whatever its method: undici fails
 * also those that wait for a connection while it is reset. One that was written may have arrived, and the client may repeat it
 * when its method is safe and the connection ended before anything of the response (RFC 9110 §9.2.2, RFC 9112 §9.3.1).
 */
export function mayRepeat(error: Error & { keptEnd?: KeptEnd }, method: string, isSent: boolean): boolean {
  if (error.keptEnd === undefined) return false;
  const { isAnswered, isUnwritten } = error.keptEnd;
  return !isSent || isUnwritten || (!isAnswered && safeMethods.has(method));
}
