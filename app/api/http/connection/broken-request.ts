// What a client gets for bytes that are no request, or for a request that takes too long to arrive. Its error comes in its turn: in
// the place of the response to a request before it, the sender of that one would take it for refused, and send it again.
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The status that Node itself gives to an error, by its code; 400 for all others. */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export function createBrokenRequests() {
  // An ended response would hold the body of its request for as long as its connection waits for the next one.
  const newest = new WeakMap<Duplex, WeakRef<ServerResponse>>();
  const broken = new WeakSet<Duplex>();

  return {
    /** Notes each request, by its response, when it begins. */
    note(res: ServerResponse): void {
      newest.set(res.req.socket, new WeakRef(res));
    },
    /** Ends the connection, with the status that belongs to the error, once the responses before it are sent. */
    refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
      if (broken.has(socket)) return;
      broken.add(socket);
      const status = statuses[code] ?? 400;
      const end = () =>
        endSoon(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
      const res = newest.get(socket)?.deref();
      if (!res || res.closed) end();
      else if (res.req.complete) res.once('close', end);
      else if (res.socket === null) res.once('socket', end);
      else if (res.headersSent) endSoon(socket, '');
      else end();
    },
  };
}

/** Sends what is left to send, and then closes the connection, whatever else arrives on it. */
function endSoon(socket: Duplex, text: string): void {
  if (socket.writable) socket.end(text);
  if (socket.writableFinished) socket.destroy();
  else socket.once('finish', () => socket.destroy());
}
