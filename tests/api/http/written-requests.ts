// A server of HTTP of its own, and connections to it that send written text.
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttpServer } from '~/api/http/http-server';

/** Starts a server that ends with the test. */
export async function start(listener: RequestListener): Promise<Server> {
  const { server } = createHttpServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** Opens a connection and sends `text`, whether or not it is HTTP. */
export function open(server: Server, text: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  return socket;
}
