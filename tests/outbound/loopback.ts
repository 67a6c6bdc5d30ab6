import { createServer, type RequestListener, type Server } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';
import { parseOutboundAllow, type OutboundAllowEntry } from '~/outbound/allowlist';
import { createOutbound, type Outbound } from '~/outbound/client';
import type { OutboundRequest } from '~/outbound/request-response';

/** An HTTP server on a free loopback port, closed with the test. */
export async function startHttp(
  listener: (...exchange: Parameters<RequestListener>) => unknown,
): Promise<{ server: Server; port: number; url: string }> {
  const server = createServer((request, response) => void listener(request, response));
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port, url: `http://127.0.0.1:${port}` };
}

/** A server that speaks bytes, for answers that no HTTP server would give. */
export async function startTcp(
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; url: string }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, url: `http://127.0.0.1:${port}` };
}

export async function listen(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

export function allowing(text: string): OutboundAllowEntry[] {
  const parsed = parseOutboundAllow(text);
  if ('kind' in parsed) throw new Error(parsed.message);
  return parsed.entries;
}

/** A client that may reach loopback unless the options say otherwise, closed with the test. */
export function makeOutbound(options: Partial<Parameters<typeof createOutbound>[0]> = {}): Outbound {
  const outbound = createOutbound({ allow: allowing('127.0.0.0/8'), ...options });
  onTestFinished(() => outbound.close());
  return outbound;
}

export function makeRequest(url: string, changes: Partial<OutboundRequest> = {}): OutboundRequest {
  return { method: 'GET', url, headers: [], timeoutMs: 10_000, maxBodyBytes: 1_000_000, ...changes };
}
