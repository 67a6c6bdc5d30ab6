// A request that another one overtakes while the end of its answer is still on its way.
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { holdRequests, test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Only script sends a request beside another.');

/** Stands before a server and never ends an answer, although all of it has gone through. */
async function startEndless(target: string): Promise<Server> {
  const server = createServer((asked, answer) => {
    const { host: _host, 'accept-encoding': _encoding, ...headers } = asked.headers;
    const onward = { method: asked.method, headers: { ...headers, host: new URL(target).host } };
    const ahead = forward(target + asked.url, onward, (answered) => {
      const { 'content-length': _length, ...passed } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, passed);
      answered.on('data', (part) => answer.write(part));
    });
    asked.pipe(ahead);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Sends what a page posts by way of another server. */
async function postBy(page: Page, { port }: AddressInfo): Promise<void> {
  await page.route(/\.data/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const url = new URL(route.request().url());
    url.port = String(port);
    return route.continue({ url: url.href });
  });
}

test('an answer whose end is overtaken throws nothing that no code catches', async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const apiCalls = [{ id: 'a', name: 'Fetch', url: `${product.sampleApiUrl}/nowhere` }];
  const id = await createIntegration(page.request, product, { name: 'Overtaken', apiCalls });
  await page.goto(`/integration/${id}`);
  const endless = await startEndless(product.url);
  const release = await holdRequests(page, /\.data/, 'GET');
  await postBy(page, endless.address() as AddressInfo);
  // What was answered is taken, and what is around it is read again.
  const readAgain = page.waitForRequest((asked) => asked.method() === 'GET' && /\.data/.test(asked.url()));
  await page.getByRole('button', { name: 'Test API Call: Fetch' }).click();
  await readAgain;
  const left = page.waitForRequest((asked) => asked.method() === 'GET' && /_root\.data/.test(asked.url()));
  await page.getByRole('link', { name: 'Back' }).click();
  await left;
  release();
  await page.waitForURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  endless.closeAllConnections();
  endless.close();
});
