/**
 * Connections through a proxy. For https, a tunnel (CONNECT, RFC 9110 §9.3.6), so that the proxy sees only host and port. For
 * http, a connection to the proxy itself, which is then asked in absolute form (RFC 9112 §3.2.2).
 */
import { request as requestPlain } from 'node:http';
import { request as requestByTls } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
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
      if (error) callback(error, null);
      else secure({ ...target, httpSocket: socket }, callback);
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
  const late = () =>
    request.destroy(
      new ProxyError(
        'timeout',
        `The proxy ${proxy.shown} did not open a connection to ${authority} within ${timeoutMs / 1000} s.`,
      ),
    );
  const timer = setTimeout(late, timeoutMs);
  request.once('connect', (response, socket: Socket, head) => {
    clearTimeout(timer);
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      socket.destroy();
      callback(describeRefusal(proxy, authority, status), null);
      return;
    }
    if (head.length > 0) socket.unshift(head);
    callback(null, socket);
  });
  request.once('error', (error) => {
    clearTimeout(timer);
    callback(describeProxyError(error, proxy), null);
  });
  request.end();
}
