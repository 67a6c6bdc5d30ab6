// Limits for a connection before its sender is known: a time for the headers, a minimum speed for the body, and a number of
// open connections. Only receiving a request is limited in time. A response may take any time, as a stream of changes does, but
// all of them together hold only so much that is not read.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createBrokenRequests } from './connection/broken-request';
import { isHost, refuseFraming } from './connection/framing';
import { createUnreadResponses, maxUnreadBytes } from './connection/unread-responses';
import { takeTurns } from './connection/request-turns';

/** Times in milliseconds. */
export interface HttpTimes {
  /** For all headers of a request, from the moment of the connection or of the previous response. */
  headers: number;
  /** For a request with its body. */
  request: number;
  /** For the next request on a connection: longer than proxies keep theirs, or a proxy could send into a closing connection. */
  keepAlive: number;
  /** The span in which a body has to bring `paceBytes`, or its end. */
  pace: number;
  /** How often these limits are checked. */
  sweep: number;
}

const defaultTimes: HttpTimes = {
  headers: 15_000,
  request: 300_000,
  keepAlive: 130_000,
  pace: 10_000,
  sweep: 1_000,
};

/** The bytes that a body has to bring in each span: 1 KiB a second. */
const paceBytes = 10 * 1024;

const maxConnections = 4096;

/** The error of Node for a request that takes too long, here for a body that is too slow. */
const late: NodeJS.ErrnoException = Object.assign(new Error('A body was too slow'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

interface Arrival {
  /** When the current span began, and how many bytes the connection had received by then. */
  since: number;
  bytes: number;
}

export interface HttpServer {
  server: Server;
  /**
   * Announces the end first, so that a proxy does not send into a closing connection; then accepts nothing new. Resolves when
   * every request that had begun was answered, or was given up, as streams are.
   */
  stop(): Promise<void>;
}

interface HttpOptions {
  times?: HttpTimes;
  /** Called for each connection beyond the 4,096th, which is closed at once. */
  refused?: () => void;
  /** Called for each connection that is ended because too many responses are not read. */
  unread?: () => void;
  /** Called for each connection that the system could not open once the server listens, as for want of files or memory. */
  unaccepted?: (error: Error) => void;
  /** The most bytes of responses that may wait to be read. */
  mostUnread?: number;
}

/** Creates the server, which does not listen yet, with its limits. */
export function createHttpServer(
  listener: RequestListener,
  {
    times = defaultTimes,
    refused = () => {},
    unread = () => {},
    unaccepted = () => {},
    mostUnread = maxUnreadBytes,
  }: HttpOptions = {},
): HttpServer {
  const arrivals = new Map<IncomingMessage, Arrival>();
  const broken = createBrokenRequests();
  const responses = createUnreadResponses(mostUnread, unread);
  let newcomers: IncomingMessage[] = [];
  let sweptAt = performance.now();
  let roomMadeAt = 0;
  let isStopping = false;

  /** Watches an arriving body; one that came with its headers is whole when this turn of the event loop ends. */
  function watch(req: IncomingMessage): void {
    if (newcomers.length === 0) setImmediate(watchNewcomers);
    newcomers.push(req);
  }

  function watchNewcomers(): void {
    for (const req of newcomers) {
      if (req.complete || req.destroyed) continue;
      arrivals.set(req, { since: performance.now(), bytes: req.socket.bytesRead });
    }
    newcomers = [];
  }

  function sweep(): void {
    responses.makeRoom();
    const now = performance.now();
    // When this process itself was blocked, it could not read what senders sent, so the time is not counted against them.
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
        broken.refuse(late, req.socket);
      }
    }
  }

  const inTurn = takeTurns((req, res) => {
    if (isStopping) res.setHeader('Connection', 'close');
    if (req.url !== undefined && !req.url.startsWith('/')) toOriginForm(req, req.url);
    watch(req);
    responses.makeRoom();
    if (!refuseFraming(req, res)) listener(req, res);
  });
  const server = createServer(
    {
      headersTimeout: times.headers,
      requestTimeout: times.request,
      keepAliveTimeout: times.keepAlive,
      connectionsCheckingInterval: times.sweep,
    },
    (req, res) => {
      broken.note(res);
      inTurn(req, res);
    },
  );
  server.on('connection', responses.follow);
  server.on('clientError', broken.refuse);
  server.maxConnections = maxConnections;
  server.on('drop', () => {
    refused();
    const now = performance.now();
    if (now - roomMadeAt < times.sweep) return;
    roomMadeAt = now;
    server.closeIdleConnections();
  });
  // Before, an error is one of the start.
  server.on('listening', () => server.on('error', unaccepted));
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

/** How long responses announce that their connection closes, in milliseconds; idle connections are closed only after that. */
const noticeMs = 300;
/** How long responses that are under way may take after that, in milliseconds. */
const lastAnswersMs = 1_000;

/** The most that a turn of the event loop takes in which nothing arrived, in milliseconds. */
const quietTurnMs = 0.1;
/** How long a server that always has requests waits for a quiet turn, in milliseconds. */
const restlessMs = 500;

/**
 * Resolves right after a turn of the event loop in which nothing arrived. When the server closes, the kernel resets connections
 * that it accepted and the server did not yet: their senders would see a broken connection after they sent a request.
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
 * Reduces a request's target to its path and query. A server also accepts the absolute form, which proxies send:
 * `http://host/path?a=1` becomes `/path?a=1`, and its host is the one that counts (RFC 9112 §3.2.2). A target of neither form,
 * such as `*`, stays.
 */
function toOriginForm(req: IncomingMessage, target: string): void {
  const [whole, host = '', rest = ''] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (whole === undefined) return;
  req.url = `${rest.startsWith('/') ? '' : '/'}${rest}`;
  req.headers.host = host;
  // Code that makes a `Request` of the Fetch Standard from this request reads `rawHeaders`.
  const place = req.rawHeaders.findIndex((name, index) => index % 2 === 0 && isHost(name));
  if (place === -1) req.rawHeaders.push('Host', host);
  else req.rawHeaders[place + 1] = host;
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => void server.getConnections((_error, count) => resolve(count)));
}
