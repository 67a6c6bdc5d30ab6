import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { createCertificate } from './certificate';

/** A request as it arrived: the target as written, header values by lower-case name, in the order sent. */
export interface Echo {
  method: string;
  target: string;
  headers: Record<string, string[]>;
  body: string;
  /** The body as it came. */
  bytes: Buffer;
}

/**
 * A server that keeps what it is sent, by http and by https at the same port of loopback. It answers 200, and
 * `/redirect/302` with that status and the place `/there`, which `/redirect/302/8080` says to be at that port of loopback.
 */
export async function startEcho(): Promise<{
  port: number;
  take: () => Echo[];
  close: () => Promise<void>;
}> {
  let received: Echo[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headersDistinct } = request;
      const headers: Record<string, string[]> = {};
      for (const [name, values = []] of Object.entries(headersDistinct)) headers[name] = values;
      const bytes = Buffer.concat(chunks);
      received.push({ method, target: url, headers, body: bytes.toString('utf8'), bytes });
      const [, status, port] = /^\/redirect\/(3\d\d)(?:\/(\d+))?/.exec(url) ?? [];
      const site = port === undefined ? '' : `http://127.0.0.1:${port}`;
      response.writeHead(Number(status ?? 200), {
        Connection: 'close',
        ...(status !== undefined && { Location: `${site}/there` }),
      });
      response.end('{}');
    });
  };
  const plain = createHttpServer(listener);
  const secure = createHttpsServer(createCertificate('echo.test'), listener);
  const server = createServer((socket) => {
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      // A TLS record of a handshake begins with 22 (RFC 8446 §5.1).
      (first[0] === 22 ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const taken = received;
      received = [];
      return taken;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
