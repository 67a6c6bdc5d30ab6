// A forward proxy as companies have them, on loopback: it opens tunnels, forwards calls in absolute form, resolves names itself, and
// asks for credentials when it is to.
import { createServer, request as requestPlain, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { listen } from '../loopback';

interface TestProxy {
  port: number;
  url: string;
  /** What it was asked for: `CONNECT api.test:443`, `GET http://api.test/`. */
  asked: string[];
  /** The fields `Proxy-Authorization` that came. */
  credentials: (string | undefined)[];
}

interface ProxyOptions {
  /** `user:password`. */
  credentials?: string;
  /** The status that every call gets in place of what it asks for. */
  refuseWith?: number;
  /** Nothing is answered. */
  isSilent?: boolean;
  certificate?: { key: string; cert: string };
}

/** Every name leads to 127.0.0.1, closed with the test. */
export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const open = new Set<Duplex>();
  const { certificate } = options;

  function findStatus(request: IncomingMessage): number | undefined {
    asked.push(`${request.method} ${request.url}`);
    const given = request.headers['proxy-authorization'];
    credentials.push(given);
    if (options.refuseWith !== undefined) return options.refuseWith;
    if (options.credentials === undefined) return undefined;
    const wanted = `Basic ${Buffer.from(options.credentials).toString('base64')}`;
    return given === wanted ? undefined : 407;
  }

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const status = findStatus(request);
    if (status !== undefined) {
      response.writeHead(status).end('a page of the proxy');
      return;
    }
    const { port, pathname, search } = new URL(request.url ?? '');
    const { 'proxy-authorization': _own, ...headers } = request.headers;
    const onward = requestPlain(
      { host: '127.0.0.1', port, path: pathname + search, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.once('error', () => response.writeHead(502).end());
    request.pipe(onward);
  }

  function openTunnel(request: IncomingMessage, socket: Duplex): void {
    open.add(socket);
    socket.on('error', () => {});
    const status = findStatus(request);
    if (options.isSilent) return;
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 4\r\n\r\npage`);
      return;
    }
    const port = Number(request.url?.split(':').at(-1));
    const onward: Socket = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }

  const server = certificate ? createTlsServer(certificate, forward) : createServer(forward);
  server.on('connect', openTunnel);
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { port, url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, asked, credentials };
}
