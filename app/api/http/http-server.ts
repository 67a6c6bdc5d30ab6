// What a connection may use before its sender is known: a time for the headers, a minimum speed for the body, and one of the open
// connections. Only the receiving of a request is limited in time. A response may take any time, as a stream of changes does.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds. */
export interface HttpTimes {
  /** For all headers of a request, from the moment it is connected or the former response was sent. */
  headers: number;
  /** For a request with its body. */
  request: number;
  /** For the next request on a connection: longer than proxies keep theirs, or one could send into a closing one. */
  keepAlive: number;
  /** In each span of this length a body has to bring `paceBytes`, or its end. */
  pace: number;
  /** How often these limits are checked. */
  sweep: number;
}

export const usualTimes: HttpTimes = {
  headers: 15_000,
  request: 300_000,
  keepAlive: 130_000,
  pace: 10_000,
  sweep: 1_000,
};

/** 1 KiB a second. */
const paceBytes = 10 * 1024;

const maxConnections = 4096;

interface Arrival {
  res: ServerResponse;
  /** When the present span began, and what the connection had brought by then. */
  since: number;
  bytes: number;
}

export interface HttpServer {
  server: Server;
  /**
   * Lets a proxy notice that the server goes, rather than send into a connection that closes; then takes nothing new.
   * Resolves when everything begun was answered, or was given up, as streams are.
   */
  stop(): Promise<void>;
}

/** `refused` is called for each connection beyond the 4,096th, which is closed at once. */
export function createHttpServer(
  listener: RequestListener,
  { times = usualTimes, refused = () => {} }: { times?: HttpTimes; refused?: () => void } = {},
): HttpServer {
  const arrivals = new Map<IncomingMessage, Arrival>();
  let newcomers: { req: IncomingMessage; res: ServerResponse }[] = [];
  let sweptAt = performance.now();
  let roomMadeAt = 0;
  let isStopping = false;

  /** A body that came with its headers needs no watching: it is whole when this turn of the event loop ends. */
  function watch(req: IncomingMessage, res: ServerResponse): void {
    if (newcomers.length === 0) setImmediate(watchNewcomers);
    newcomers.push({ req, res });
  }

  function watchNewcomers(): void {
    for (const { req, res } of newcomers) {
      if (req.complete || req.destroyed) continue;
      arrivals.set(req, { res, since: performance.now(), bytes: req.socket.bytesRead });
    }
    newcomers = [];
  }

  function sweep(): void {
    const now = performance.now();
    // When this process itself stood still, it could not read what senders sent, so the time is not counted against them.
    const wasAway = now - sweptAt > 3 * times.sweep;
    sweptAt = now;
    for (const [req, arrival] of arrivals) {
      const { bytesRead } = req.socket;
      if (req.complete || req.destroyed) {
        arrivals.delete(req);
      } else if (wasAway || bytesRead - arrival.bytes >= paceBytes) {
        arrival.since = now;
        arrival.bytes = bytesRead;
      } else if (now - arrival.since >= times.pace) {
        arrivals.delete(req);
        endLate(req, arrival.res);
      }
    }
  }

  const server = createServer(
    {
      headersTimeout: times.headers,
      requestTimeout: times.request,
      keepAliveTimeout: times.keepAlive,
      connectionsCheckingInterval: times.sweep,
    },
    (req, res) => {
      if (isStopping) res.setHeader('Connection', 'close');
      if (req.url !== undefined && !req.url.startsWith('/')) toOriginForm(req, req.url);
      watch(req, res);
      if (countHosts(req) > 1) refuseHosts(res);
      else listener(req, res);
    },
  );
  server.maxConnections = maxConnections;
  server.on('drop', () => {
    refused();
    const now = performance.now();
    if (now - roomMadeAt < times.sweep) return;
    roomMadeAt = now;
    server.closeIdleConnections();
  });
  const sweeping = setInterval(sweep, times.sweep).unref();
  server.on('close', () => clearInterval(sweeping));
  return {
    server,
    async stop() {
      isStopping = true;
      if ((await countConnections(server)) > 0) await sleep(noticeMs);
      await takeUpWaiting();
      const closed = new Promise((resolve) => void server.close(resolve));
      await Promise.race([closed, sleep(lastAnswersMs, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

/** For this long, responses announce that their connection closes; only then are idle connections closed. */
const noticeMs = 300;
/** The longest that responses which are under way may take after that. */
const lastAnswersMs = 1_000;

/** A turn of the event loop in which nothing came takes less, in milliseconds. */
const quietTurnMs = 0.1;
/** A server that always has requests closes after this long all the same. */
const restlessMs = 500;

/**
 * Resolves right after a turn in which nothing came. The kernel resets connections that it took and the server did not
 * yet: their senders would see a broken connection behind a request that is sent.
 */
async function takeUpWaiting(): Promise<void> {
  const began = performance.now();
  for (let turn = began; turn - began < restlessMs;) {
    await nextTurn();
    const now = performance.now();
    if (now - turn < quietTurnMs) return;
    turn = now;
  }
}

/**
 * Leaves the path and query of a request's target. A server takes the absolute form, too, as proxies send it: of
 * `http://host/path?a=1` that is `/path?a=1`, and its host is the one that counts (RFC 9112 §3.2.2). What is neither, as `*`,
 * stays.
 */
function toOriginForm(req: IncomingMessage, target: string): void {
  const [whole, host = '', rest = ''] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (whole === undefined) return;
  req.url = `${rest.startsWith('/') ? '' : '/'}${rest}`;
  req.headers.host = host;
  // Those who make a request of the Fetch Standard from it read these.
  const place = req.rawHeaders.findIndex((name, index) => index % 2 === 0 && isHost(name));
  if (place === -1) req.rawHeaders.push('Host', host);
  else req.rawHeaders[place + 1] = host;
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHost(rawHeaders[index] ?? '')) count += 1;
  return count;
}

/** RFC 9112 §3.2: of two hosts nobody knows which one a proxy went by. */
function refuseHosts(res: ServerResponse): void {
  res.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end();
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => void server.getConnections((_error, count) => resolve(count)));
}

function endLate({ socket }: IncomingMessage, res: ServerResponse): void {
  if (!res.headersSent) {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
  socket.destroySoon();
}
