import { createServer } from 'node:http';
import { mkdirSync } from 'node:fs';
import { test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';
import { findViolations } from './axe';
const dir = '/tmp/e2shots';
test('shots', async ({ page, product, javaScriptEnabled: js }) => {
  test.setTimeout(170_000);
  mkdirSync(dir, { recursive: true });
  await prepareIntegrations(page, product);
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    setTimeout(() => {
      const code = url.startsWith('/bad') ? 402 : 200;
      if (url.startsWith('/hang')) return;
      response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(code === 402 ? { error: { code: 'card_declined', message: 'The card has no funds.' } } : { id: 7, plan: 'free', name: 'Ada Lovelace', items: [1, 2, 3] }));
    }, 20 + Math.random() * 100);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const a = server.address();
  const url = `http://127.0.0.1:${typeof a === 'object' ? a?.port : 0}`;
  const call = (id: string, order: number, path: string, more: object = {}) => ({ id, name: id[0]!.toUpperCase() + id.slice(1).replaceAll('-', ' '), order, method: order % 2 ? 'GET' : 'POST', url: url + path, body: order % 2 ? '' : '{"order": "{{order}}"}', ...more });
  const id = await createIntegration(page.request, product, {
    name: 'Order to shipment',
    triggerConfig: { type: 'webhook', webhook: { secret: 'whsec_cHJlcGFyZWQtc2VjcmV0LWZvci10ZXN0cw==', headers: {}, variables: [{ name: 'order', jsonPath: '$.order.id', required: false }] } },
    apiCalls: [
      call('fetch-order', 1, '/ok', { responseMapping: { saveAs: 'account', extractFields: [{ jsonPath: '$.plan', saveAs: 'plan' }, { jsonPath: '$.name', saveAs: 'name' }] } }),
      call('look-up-customer', 2, '/ok', { responseMapping: { extractFields: ['a','b','c','d','e','f'].map((x) => ({ jsonPath: `$.${x}`, saveAs: `v_${x}` })) } }),
      call('check-stock', 3, '/ok'), call('only-paid', 4, '/ok'), call('charge-card', 5, '/{{trigger.path}}'), call('ship', 6, '/ok'), call('tell-the-customer', 7, '/ok'), call('archive', 8, '/ok'),
    ],
    conditionalExecutionSteps: [{ id: 'c', order: 3.5, conditionalExecution: { enabled: true, executionTrigger: 'conditional', condition: { field: 'plan', operator: 'equals', value: 'paid' } } }],
  }).catch(async (error) => { throw error; });
  await page.request.fetch(`/api/integrations/${id}`, { method: 'PATCH', data: { isActive: true }, headers: { Origin: product.url } });
  const runs: object[] = [{ order: { id: 'o-1042' }, path: 'ok' }, { order: { id: 'o-1043' }, path: 'bad' }, { customer: { name: 'Grace Hopper' }, path: 'ok' }, { order: { id: 'o-1044' }, path: 'hang' }];
  const ids: string[] = [];
  for (const data of runs) {
    const answer = await page.request.post(`${product.url}/webhook/${id}`, { headers: { 'X-Webhook-Signature': 'whsec_cHJlcGFyZWQtc2VjcmV0LWZvci10ZXN0cw==' }, data });
    ids.push(((await answer.json()) as { executionId: string }).executionId);
  }
  await page.request.post(`/api/integrations/${id}/test`, { headers: { Origin: product.url }, data: {} }).catch(() => undefined);
  await page.goto(`/integration/${id}/logs`);
  await page.waitForTimeout(2500);
  const which = process.env.SHOTS ?? 'logs';
  const screens: Record<string, string> = { logs: `/integration/${id}/logs`, filters: `/integration/${id}/logs?status=error&trigger=webhook`, opened: `/integration/${id}/logs?open=${ids[1]}`, single: `/integration/${id}/logs?execution=${ids[0]}`, deploy: `/integration/${id}/deploy` };
  for (const [name, path] of Object.entries(screens)) {
    if (!which.includes(name)) continue;
    for (const width of [360, 768, 1280]) for (const colorScheme of ['light', 'dark'] as const) {
      if (!js && (width !== 1280 || colorScheme === 'dark') && width !== 360) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      if (js && name === 'logs' && colorScheme === 'dark') await page.locator('[name=selected]').first().check();
      await page.screenshot({ path: `${dir}/${name}-${js ? 'js' : 'nojs'}-${width}-${colorScheme}.png`, fullPage: true });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) console.log('OVERFLOW', name, width, over);
      if (js) { const v = await findViolations(page); if (v.length) console.log('AXE', name, width, colorScheme, JSON.stringify(v)); }
    }
  }
  server.closeAllConnections();
  server.close();
});
