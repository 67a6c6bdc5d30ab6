/**
 * How much a target may send for one request. What is kept of a body is bounded elsewhere (`body.ts`) and undici bounds heads, but
 * nobody counts interim responses (RFC 9110 §15.2) and the extensions of chunks (RFC 9112 §7.1.1), of which one that sends them without
 * end would keep the process busy until the deadline.
 */
import type { Socket } from 'node:net';

/** The longest body that is kept, 1 MiB, takes less than half of it with a chunk for each byte and its head. */
export const mostReceivedMib = 16;

/** What `describeError` knows it by. */
export const receivedTooMuch = 'RECEIVED_TOO_MUCH';

/** Ends a connection that brings more before the next request is written to it; one request follows the response to another. */
export function boundReceived(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let received = 0;
  socket.write = ((...args: Parameters<Socket['write']>) => {
    received = 0;
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    received += chunk.length;
    if (received <= mostReceivedMib * 1024 * 1024) return chunk;
    socket.destroy(Object.assign(new Error('Too much was received.'), { code: receivedTooMuch }));
    return null;
  };
  return socket;
}
