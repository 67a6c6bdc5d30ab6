// The handshake with a target within a tunnel.
import { once } from 'node:events';
import { buildConnector } from 'undici';
import { expect, test } from 'vitest';
import { connectByTunnel } from '~/outbound/proxy/tunnel';
import { startTcp } from '../loopback';
import { startProxy } from './proxy-server';

test('a client certificate that cannot be read fails the call, and ends the tunnel', async () => {
  const ended: Promise<unknown>[] = [];
  const { port } = await startTcp((socket) => void ended.push(once(socket.resume(), 'close')));
  const { port: proxyPort } = await startProxy();
  const proxy = { isTls: false, hostname: '127.0.0.1', port: proxyPort, shown: `127.0.0.1:${proxyPort}` };
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const connect = connectByTunnel(proxy, { timeoutMs: 5_000 }, buildConnector({ cert: pem, key: pem }));
  const target = { hostname: 'api.example.com', protocol: 'https:', port: String(port) };
  const failed = new Promise((resolve) => connect(target, (...[error]) => resolve(error)));
  expect(await failed).toBeInstanceOf(Error);
  expect(ended).toHaveLength(1);
  await Promise.all(ended);
});
