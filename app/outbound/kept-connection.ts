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
}

/** Notes this at the error by which the connection ends; undici passes it on to the request. */
export function noteKeptEnd(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isKept = false;
  let isAnswered = false;
  socket.write = ((...args: Parameters<Socket['write']>) => {
    isKept ||= isAnswered;
    isAnswered = false;
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    isAnswered ||= Buffer.isBuffer(chunk);
    return chunk;
  };
  return socket.once('error', (error) => {
    const keptEnd: KeptEnd = { isAnswered };
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
  return !isSent || (!error.keptEnd.isAnswered && safeMethods.has(method));
}
