/**
 * Lets undici learn that a target ended its connection only once it reads again. While a response is paused, undici takes an
 * end for one behind the whole response, and an assertion of its parser then ends the process (undici 7,
 * `lib/dispatcher/client-h1.js`).
 */
import type { Socket } from 'node:net';

/** undici puts back what it has not parsed when it pauses, and reads without a size when it goes on. */
export function holdEnd(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const push = socket.push.bind(socket);
  const unshift = socket.unshift.bind(socket);
  let isPaused = false;
  let isEndHeld = false;
  function release(): void {
    if (!isEndHeld || isPaused || socket.readableLength > 0) return;
    isEndHeld = false;
    push(null);
    read(0);
  }
  socket.unshift = (...args: Parameters<Socket['unshift']>) => {
    isPaused = true;
    unshift(...args);
  };
  socket.read = (size?: number) => {
    if (size === undefined) isPaused = false;
    const chunk: unknown = read(size);
    if (isEndHeld) process.nextTick(release);
    return chunk;
  };
  socket.push = (...args: Parameters<Socket['push']>) => {
    if (args[0] !== null) return push(...args);
    isEndHeld = true;
    release();
    return false;
  };
  // undici takes a reset for an end, too.
  return socket.once('error', (error: NodeJS.ErrnoException) => {
    if (isPaused && error.code === 'ECONNRESET') error.code = 'EPIPE';
  });
}
