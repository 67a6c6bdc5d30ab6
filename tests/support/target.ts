import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { removeAtEnd } from './leftovers';
import { within } from './wait-for';

/** A request as the target got it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as it came. */
  bytes: Buffer;
  /** Milliseconds since 1970. */
  at: number;
}

/** A real HTTP server on loopback that keeps what it was sent. */
export interface Target {
  url: string;
  port: number;
  /** In the order of arrival. */
  received: Received[];
  /** All requests so far, as soon as there are `count` of them. Fails when so many do not come. */
  arrived(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** Less than any test may take. */
const maxWaitMs = 55_000;

const running = new Set<Server>();
removeAtEnd(() => {
  for (const server of running) end(server);
});

/** Accepts nothing from then on, and ends what is under way. */
function end(server: Server): void {
  running.delete(server);
  server.close();
  server.closeAllConnections();
}

export type TargetHandler = (request: Received, response: ServerResponse) => unknown;

/** Starts a target; without a handler it answers 200 `{"ok":true}`. */
export async function startTarget(handler: TargetHandler = answerJson({ ok: true })): Promise<Target> {
  const received: Received[] = [];
  let waiting: { count: number; resolve: (received: Received[]) => void }[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      const bytes = Buffer.concat(chunks);
      const request = { method, url, headers, body: bytes.toString('utf8'), bytes, at: Date.now() };
      received.push(request);
      void handler(request, res);
      const served = waiting.filter(({ count }) => received.length >= count);
      waiting = waiting.filter(({ count }) => received.length < count);
      for (const { resolve } of served) resolve(received);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  running.add(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    arrived(count) {
      if (received.length >= count) return Promise.resolve(received);
      const arrived = new Promise<Received[]>((resolve) => void waiting.push({ count, resolve }));
      const describe = () => `request ${count}; ${received.length} arrived`;
      return within(maxWaitMs, describe, arrived);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      end(server);
      await closed;
    },
  };
}

export function answerJson(value: unknown, status = 200): TargetHandler {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };
}
