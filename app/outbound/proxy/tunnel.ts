/**
 * Connections through a proxy. For https, a tunnel (CONNECT, RFC 9110 §9.3.6), so that the proxy sees only host and port. For
 * http, a connection to the proxy itself, which is then asked in absolute form (RFC 9112 §3.2.2).
 */
import { request as requestPlain } from 'node:http';
import { request as requestByTls } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { asError } from '../failure';
import { MAX_HEADER_KIB } from '../headers';
import { describeProxyError, describeRefusal, ProxyError } from './failure';
import type { ProxyServer } from './servers';

interface TunnelOptions {
  timeoutMs: number;
  /** The authorities for the proxy's certificate, instead of Node's. */
  ca?: string | undefined;
}

/** Connects to the proxy as if it were an http target. Fails with a `ProxyError`. */
export function connectToProxy(
  proxy: ProxyServer,
  { timeoutMs, ca }: TunnelOptions,
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, ca });
  const { hostname, port, isTls } = proxy;
  const servername = isIP(hostname) === 0 ? hostname : '';
  const options = {
    hostname,
    servername,
    host: proxy.shown,
    port: String(port),
    protocol: isTls ? 'https:' : 'http:',
  };
  return (_target, callback) =>
    connect(options, (...[error, socket]) =>
      error ? callback(describeProxyError(error, proxy), null) : callback(null, socket),
    );
}

/** Connects to an https target through the proxy; `secure` makes the target's own handshake over the tunnel. */
export function connectByTunnel(
  proxy: ProxyServer,
  options: TunnelOptions,
  secure: buildConnector.connector,
): buildConnector.connector {
  return (target, callback) => {
    const port = target.port || '443';
    const authority = `${target.hostname.includes(':') ? `[${target.hostname.replace(/^\[|\]$/g, '')}]` : target.hostname}:${port}`;
    openTunnel(proxy, authority, options, (error, socket) => {
      if (error) {
        callback(error, null);
        return;
      }
      try {
        secure({ ...target, httpSocket: socket }, callback);
      } catch (thrown) {
        // node:tls throws over a certificate that it cannot use. Nobody would catch it within this event.
        socket.destroy();
        callback(asError(thrown), null);
      }
    });
  };
}

function openTunnel(
  proxy: ProxyServer,
  authority: string,
  { timeoutMs, ca }: TunnelOptions,
  callback: (...outcome: [error: Error, socket: null] | [error: null, socket: Socket]) => void,
): void {
  const { isTls, hostname, port, authorization } = proxy;
  const request = (isTls ? requestByTls : requestPlain)({
    method: 'CONNECT',
    host: hostname,
    port,
    path: authority,
    agent: false,
    headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
    ...(isTls && { ca, ...(isIP(hostname) === 0 && { servername: hostname }) }),
  });
  let answering: Socket | undefined;
  const late = () =>
    // Node leaves the socket to us with the first response.
    (answering ?? request).destroy(
      new ProxyError(
        'timeout',
        `The proxy ${proxy.shown} did not open a connection to ${authority} within ${timeoutMs / 1000} s.`,
      ),
    );
  const timer = setTimeout(late, timeoutMs);
  request.once('connect', (response, socket: Socket, head) => {
    answering = socket;
    readFinalStatus(socket, response.statusCode ?? 0, head, (error, status, rest) => {
      clearTimeout(timer);
      if (!error && status >= 200 && status <= 299) {
        if (rest.length > 0) socket.unshift(rest);
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(error ? describeProxyError(error, proxy) : describeRefusal(proxy, authority, status), null);
    });
  });
  request.once('error', (error) => {
    clearTimeout(timer);
    callback(describeProxyError(error, proxy), null);
  });
  request.end();
}

type FoundStatus = (error: Error | null, status: number, rest: Buffer) => void;

/**
 * Finds the status of the final response, and the bytes behind its head. Node takes also an interim response (RFC 9110 §15.2) to
 * CONNECT for the final one, and leaves what follows unread.
 */
function readFinalStatus(socket: Socket, status: number, head: Buffer, found: FoundStatus): void {
  if (!isInterim(status)) {
    found(null, status, head);
    return;
  }
  let bytes = head;
  const settle: FoundStatus = (...outcome) => {
    socket.off('data', add).off('close', onClose).off('error', onError).pause();
    found(...outcome);
  };
  const fail = (code: string) => settle(Object.assign(new Error(code), { code }), 0, bytes);
  const onClose = () => fail('ECONNRESET');
  const onError = (error: Error) => settle(error, 0, bytes);
  function add(chunk: Buffer): void {
    bytes = Buffer.concat([bytes, chunk]);
    for (let end = bytes.indexOf(headEnd); end !== -1; end = bytes.indexOf(headEnd)) {
      const next = Number(/^HTTP\/1\.\d (\d{3})/.exec(bytes.toString('latin1', 0, 16))?.[1]);
      bytes = bytes.subarray(end + headEnd.length);
      if (Number.isNaN(next)) fail('HPE_INVALID_VERSION');
      else if (!isInterim(next)) settle(null, next, bytes);
      else continue;
      return;
    }
    if (bytes.length > MAX_HEADER_KIB * 1024) fail('HPE_HEADER_OVERFLOW');
  }
  socket.on('data', add).once('close', onClose).once('error', onError);
  add(Buffer.alloc(0));
}

const headEnd = '\r\n\r\n';

function isInterim(status: number): boolean {
  return status >= 100 && status <= 199;
}
