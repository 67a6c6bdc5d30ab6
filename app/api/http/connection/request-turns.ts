// Requests that a client sends on a connection before it has the responses to the former ones (pipelining, RFC 9112 §9.3.2). Node
// begins them all at once: a thousand fit into one packet, and they would be worked on even after their sender has gone.
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** The most requests that wait on a connection. With more, the connection ends. */
const maxWaiting = 20;

/** Returns a listener that begins a request once the responses before it are sent, and none of a connection that has ended. */
export function takeTurns(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (req, res) => {
    // Node gives a response its socket when those before it are sent.
    if (res.socket !== null) {
      listener(req, res);
      return;
    }
    const { socket } = req;
    const before = waiting.get(socket) ?? 0;
    if (before === maxWaiting) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    res.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // Node has not finished giving it. Other connections have their turn first, too.
      setImmediate(() => {
        if (socket.writable) listener(req, res);
      });
    });
  };
}
