/**
 * Bounds how much a target may send for one request. `body.ts` bounds what is kept of a body, and undici bounds heads. Nothing
 * else counts interim responses (RFC 9110 §15.2) and chunk extensions (RFC 9112 §7.1.1): a target that sends them without end
 * would keep the process busy until the deadline.
 */
import type { Socket } from 'node:net';
import { beginsRequest } from './kept-connection';

/** The bound in MiB. The longest file that is stored has 32 MiB; the longest body in memory, 1 MiB, may come in chunks of a byte. */
export const maxReceivedMib = 40;

/** The code by which `describeError` recognizes this failure. */
export const receivedTooMuch = 'RECEIVED_TOO_MUCH';

/** Returns the error of a response that is longer than the bound. */
export function createBoundError(): Error {
  return Object.assign(new Error('Too much was received.'), { code: receivedTooMuch });
}

/** Ends a connection that receives more before its next request is written; its requests follow each other's responses. */
export function boundReceived(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  const unshift = socket.unshift.bind(socket);
  let received = 0;
  socket.write = ((...args: Parameters<Socket['write']>) => {
    if (beginsRequest(args[0])) received = 0;
    return write(...args);
  }) as Socket['write'];
  // What undici puts back is read again.
  socket.unshift = (chunk: Uint8Array, ...rest: [BufferEncoding?]) => {
    received -= chunk.length;
    unshift(chunk, ...rest);
  };
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    received += chunk.length;
    if (received <= maxReceivedMib * 1024 * 1024) return chunk;
    socket.destroy(createBoundError());
    return null;
  };
  return socket;
}
