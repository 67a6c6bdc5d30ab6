import { expect, test } from 'vitest';
import { sendTestCall } from '~/services/administration/test-call';
import { allowing, makeOutbound, startHttp } from '../../outbound/loopback';
import { startProxy } from '../../outbound/proxy/proxy-server';

const lookup = async () => [];

test('says by which way a call went, and what came of it', async () => {
  const { port } = await startHttp((_request, response) => response.writeHead(204).end());
  const proxy = await startProxy();
  const proxies = { http: proxy.url.replace('//', '//app:secret@'), except: '' };
  const through = makeOutbound({ proxies, lookup });
  const url = `http://api.example.com:${port}/a?token=b`;
  const outcome = await sendTestCall({ proxies }, through, url);
  expect(outcome).toEqual({
    kind: 'done',
    lines: [
      expect.stringMatching(
        `^api.example.com:${port} responded 204 within \\d+ ms; it was called through the proxy 127.0.0.1:${proxy.port}.$`,
      ) as string,
    ],
  });
  const direct = await sendTestCall({}, makeOutbound(), `http://127.0.0.1:${port}/`);
  expect(direct).toMatchObject({ lines: [expect.stringContaining('called directly.') as string] });
});

test.each([
  ['what is no URL', 'api.example.com', 'The URL is not a valid absolute URL.'],
  ['what may not be reached', 'http://10.0.0.1/', '10.0.0.1 is a private address'],
  [
    'a proxy that is gone',
    'https://api.example.com/',
    'The proxy 127.0.0.1:1 refused the connection (ECONNREFUSED).',
  ],
])('says what to mend: %s', async (_case, url, message) => {
  const proxies = { https: 'http://app:secret@127.0.0.1:1', except: '' };
  const outbound = makeOutbound({ allow: allowing(''), proxies, lookup });
  const outcome = await sendTestCall({ proxies }, outbound, url);
  expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining(message) as string });
});
