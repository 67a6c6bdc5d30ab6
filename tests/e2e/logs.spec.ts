// Finding executions, sharing one, doing something with several; and answers that no page should stumble over.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { findViolations } from './axe';
import { holdRequests, type Product, test, expect } from './fixtures';
import { holdDrawing } from './hold-drawing';
import { createIntegration, prepareIntegrations } from './prepared';
import { run as runSql } from './product-file';

const answers: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.setHeader('Content-Type', 'application/json').end('{"state":"accepted"}'),
  '/large': (response) => response.end(`start ${'x '.repeat(512 * 1024)}`),
  '/binary': (response) => response.end(Buffer.from([0, 1, 2, 255, 254, 0, 128])),
  '/html': (response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end('<script>document.title = "taken"</script><img src=x onerror="document.title=\'taken\'">'),
  '/broken': (response) =>
    response.setHeader('Content-Type', 'text/plain').end(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0xff, 0x21])),
  '/headers': (response) => {
    for (let each = 0; each < 5_000; each += 1) response.setHeader(`x-${each}`, '1');
    response.end('many');
  },
  '/headers-without-end': (response) => {
    for (let each = 0; each < 5_000; each += 1) response.setHeader(`x-${each}`, 'too long to be read');
    response.end('more than is read');
  },
};

async function startTarget() {
  const server: Server = createServer((request, response) =>
    (answers[request.url ?? ''] ?? answers['/ok'])?.(response),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function run(request: APIRequestContext, product: Product, id: string, triggerData: object) {
  const answer = await request.post(`/api/integrations/${id}/run`, {
    data: { triggerData },
    headers: { Origin: product.url },
  });
  const { executionId } = (await answer.json()) as { executionId: string };
  return executionId;
}

async function open(page: Page, path: string, text: string) {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('executions are found by their words, shared, downloaded and replayed together', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  await prepareIntegrations(page, product);
  const target = await startTarget();
  const id = await createIntegration(page.request, product, {
    name: 'To be found',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      { id: 'send', name: 'Send', order: 1, method: 'POST', url: `${target.url}/ok`, body: '{"by": "us"}' },
    ],
  });
  const logs = `/integration/${id}/logs`;
  const first = await run(page.request, product, id, { order: 'ord_4711' });
  const second = await run(page.request, product, id, { order: 'ord_4712' });
  await open(page, `${logs}?q=ord_4712+accepted`, second);
  await expect.poll(() => findRows(page)).toEqual([second]);

  // Through the form: by status and trigger.
  await page.goto(logs);
  await page.getByLabel('Search').fill('ord_4711');
  await page.getByText('More filters').click();
  await page.getByLabel('Trigger').selectOption('Manual');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page).toHaveURL(/q=ord_4711&trigger=manual/);
  const statuses = page.getByRole('group', { name: 'Status' });
  await statuses.getByRole('button', { name: 'Completed' }).click();
  await expect(statuses.getByRole('button', { name: 'Completed' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Execution Id:')).toHaveCount(1);
  await expect(page).toHaveURL(/q=ord_4711&status=completed&trigger=manual/);
  await expect.poll(() => findRows(page)).toEqual([first]);
  // The table holds what the filters let pass; here they find it by its words.
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    `/api/integrations/${id}/executions.csv?q=ord_4711&status=completed&trigger=manual`,
  );
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(table.suggestedFilename()).toBe(`executions-${id}.csv`);
  const [, line, ...rest] = readFileSync(await table.path(), 'utf8').split('\r\n');
  expect([line?.split(',')[0], rest]).toEqual([first, ['']]);
  await page.goto(`${logs}?to=2020-01-01T00:00`);
  await expect(page.getByText('No matching executions')).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page.getByText('Execution Id:')).toHaveCount(2);
  // Only tests are marked as such.
  await expect(page.getByText('Test', { exact: true })).toHaveCount(0);

  // One alone.
  await page.getByRole('link', { name: `Details of execution ${first.slice(-8)}` }).click();
  await page.getByRole('link', { name: 'Link to this execution' }).click();
  await expect(page).toHaveURL(`${product.url}${logs}?execution=${first}`);
  await expect(page.getByText('Execution Id:')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'API Calls Executed' })).toBeVisible();
  // In the list for screen readers, beside what was sent for everybody.
  const times = page.getByText(/^Sent after [\d,]+ ms, took [\d,]+ ms$/);
  await expect(times).toHaveCount(2);
  await expect(times.last()).toBeVisible();
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`execution-${first}.json`);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
    id: first,
    triggerData: { order: 'ord_4711' },
    apiCallLogs: [{ response: { body: '{"state":"accepted"}' } }],
  });

  // Several. What can be done with them comes with the first tick, where script runs.
  await page.getByRole('link', { name: 'All executions' }).click();
  const several = page.getByRole('form', { name: 'Selected executions' });
  await expect(page.getByLabel(`Select execution ${first.slice(-8)}`)).toBeVisible();
  if (hasScript) await expect(several).toBeHidden();
  else await expect(several).toBeVisible();
  await page.getByLabel(`Select execution ${first.slice(-8)}`).check();
  await page.getByLabel(`Select execution ${second.slice(-8)}`).check();
  await several.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page.getByText('2 executions replayed').first()).toBeVisible();
  await expect(page.getByText('Execution Id:')).toHaveCount(4);
  target.close();
});

async function findRows(page: Page): Promise<string[]> {
  const boxes = await page.getByRole('checkbox', { name: /^Select execution/ }).all();
  return Promise.all(boxes.map(async (box) => (await box.getAttribute('value')) ?? ''));
}

test.describe('in another zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test(
    'a row tells in one line when it was, of what, how its calls went and why it failed',
    { tag: '@drawn' },
    async ({ page, product, javaScriptEnabled: hasScript }) => {
      await prepareIntegrations(page, product);
      const target = await startTarget();
      const id = await createIntegration(page.request, product, {
        name: 'Told in a line',
        triggerConfig: { type: 'manual' },
        apiCalls: [
          { id: 'send', name: 'Send', order: 1, method: 'GET', url: `${target.url}/ok` },
          { id: 'read', name: 'Read', order: 2, method: 'GET', url: `${target.url}/{{trigger.order.path}}` },
        ],
      });
      const good = await run(page.request, product, id, { order: { path: 'ok', id: 7 } });
      const bad = await run(page.request, product, id, { order: { path: 'headers-without-end' } });
      const row = (execution: string) => page.locator(`#execution-${execution} [data-row]`);
      await open(page, `/integration/${id}/logs?status=error`, bad);
      await page.goto(`/integration/${id}/logs?execution=${bad}`);
      // The open log tells the error once, where one looks first, and the call that failed leads there.
      await expect(page.getByText('sent more than 64 KiB of headers')).toHaveCount(1);
      if (hasScript) await expect(page.getByRole('button', { name: 'Copy Error Details' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Error Details' })).toHaveAttribute(
        'href',
        `#error-${bad}`,
      );
      await open(page, `/integration/${id}/logs?status=completed`, good);
      await page.goto(`/integration/${id}/logs`);

      await expect(row(good)).toContainText('order.path ok');
      await expect(row(good)).toContainText('2 calls: 2 succeeded');
      await expect(row(bad)).toContainText('sent more than 64 KiB of headers');
      await expect(row(bad)).toContainText('2 calls: 1 succeeded, Read: failed');
      await expect(row(good).getByText('Manual')).toBeVisible();

      const time = row(good).getByRole('time');
      const startedAt = Date.parse((await time.getAttribute('datetime')) ?? '');
      const shown = new Date(startedAt + (hasScript ? 345 * 60_000 : 0));
      await expect(time).toContainText(shown.toISOString().slice(11, 19));
      await expect(time).toHaveAttribute('title', /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
      if (hasScript) await expect(time).toHaveAttribute('title', /^(just now|\d+ (s|min) ago) · /);
      else await expect(time).toContainText(/ UTC$/);

      for (const [width, height] of [
        [1280, 44],
        [768, 44],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(async () => (await row(good).boundingBox())?.height).toBe(height);
        await expect.poll(async () => (await row(bad).boundingBox())?.height).toBe(height);
      }

      // A press anywhere on the row opens it; the words of its status stand there.
      const link = page.getByRole('link', { name: `Details of execution ${good.slice(-8)}` });
      await (hasScript ? row(good).getByText('order.path') : link).click();
      await expect(link).toHaveAttribute('aria-expanded', 'true');
      await expect(
        page.getByRole('heading', { name: `Execution Id: ${good} - Execution completed successfully` }),
      ).toBeInViewport();
      target.close();
    },
  );
});

test(
  'a paused integration says so above its executions, and where it is resumed',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const apiCalls = [{ id: 'read', name: 'Read', url: 'https://api.example.com/orders' }];
    const id = await createIntegration(page.request, product, { name: 'Paused', apiCalls });
    const now = Date.now();
    runSql(product, 'update integrations set paused_at = ?, pause_after_errors = 2 where id = ?', now, id);
    await page.goto(`/integration/${id}/logs`);
    await expect(page.getByText('Paused after 2 errors')).toBeVisible();
    await page.getByRole('link', { name: 'Resume or discard' }).click();
    await expect(page.getByRole('link', { name: 'Discard waiting executions…' })).toBeVisible();
  },
);

test('a status takes along what is typed, and stays when something else is searched for', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  const { filled } = await prepareIntegrations(page, product);
  const logs = `/integration/${filled}/logs`;
  // Words are found a moment after an execution has ended.
  await open(page, `${logs}?q=octo`, 'Execution Id:');
  await page.goto(logs);
  const search = page.getByLabel('Search');
  const status = (name: string) =>
    page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true });
  await search.fill('octo');
  await page.getByText('More filters').click();
  await page.getByLabel('Trigger').selectOption('Webhook');
  await status('Completed').click();
  await page.waitForURL(/q=octo&status=completed&trigger=webhook/);
  await expect(search).toHaveValue('octo');
  await expect(status('Completed')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Execution Id:')).toHaveCount(2);
  if (hasScript) {
    await expect(page).toHaveURL(`${logs}?q=octo&status=completed&trigger=webhook`);
    await expect(status('Completed')).toBeFocused();
  }
  await search.fill('bold');
  await search.press('Enter');
  await page.waitForURL(/q=bold&status=completed&trigger=webhook/);
  await expect(page.getByText('Execution Id:')).toHaveCount(1);
  await search.fill('octo');
  await status('All').click();
  await page.waitForURL(hasScript ? `${logs}?q=octo&trigger=webhook` : /q=octo&status=&trigger=webhook/);
  await expect(status('All')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Execution Id:')).toHaveCount(2);
});

test('on a slow network one is led on, the search keeps the focus and what is typed, and all details that are opened are open', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  test.skip(!hasScript, 'Without script the browser waits for each page.');
  const { filled } = await prepareIntegrations(page, product);
  const links = page.getByRole('link', { name: /^Details of execution/ });
  // While the network still brings the page.
  const bring = await holdRequests(page, /__manifest|\.data/);
  await page.goto(`/integration/${filled}/logs?q=nowhere`);
  await page.getByRole('link', { name: 'Clear' }).click();
  bring();
  await expect(links.first()).toBeVisible();

  const search = page.getByLabel('Search');
  const release = await holdRequests(page, /logs\.data/);
  await search.fill('octo');
  await search.press('Enter');
  await page.keyboard.type(' hello');
  release();
  await page.waitForURL(/q=octo&/);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('octo hello');

  // What narrows the list is unfolded, and is not folded under the focus.
  await page.getByText('More filters').click();
  const until = page.getByLabel('To (UTC)');
  await until.fill('2020-01-01T00:00');
  await until.press('Enter');
  await expect(page.getByText('No matching executions')).toBeVisible();
  await until.fill('');
  await until.press('Enter');
  await page.waitForURL(/q=octo\+hello&.*to=$/);
  await expect(until).toBeFocused();
  await until.blur();
  await page.goBack();
  await expect(until).toHaveValue('2020-01-01T00:00');
  await page.getByRole('link', { name: 'Clear' }).click();
  await page.waitForURL(/logs$/);
  await expect(search).toHaveValue('');
  await expect(until).toBeHidden();

  const unfold = await holdRequests(page, /logs\.data/);
  await links.nth(0).click();
  await expect(links.nth(0).locator('.animate-spin')).toBeVisible();
  await links.nth(1).click();
  await expect(page).toHaveURL(/logs$/);
  unfold();
  for (const link of [links.nth(0), links.nth(1)])
    await expect(link).toHaveAttribute('aria-expanded', 'true');
});

test('details that are opened in a row before a busy browser draws the first are all open @script', async ({
  page,
  product,
}) => {
  const { filled } = await prepareIntegrations(page, product);
  const draw = await holdDrawing(page);
  await page.goto(`/integration/${filled}/logs`);
  const links = page.getByRole('link', { name: /^Details of execution/ });
  await draw(false);
  for (const place of [0, 1]) await links.nth(place).click();
  await draw(true);
  for (const place of [0, 1]) await expect(links.nth(place)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('.animate-spin')).toHaveCount(0);
});

/** The list of an execution's calls leads to what each sent and got: beside it, or to what it unfolds. */
async function choose(page: Page, call: string) {
  await page.getByRole('list', { name: 'Calls in the order' }).getByRole('link', { name: call }).click();
}

test(
  'responses of every kind are shown safely',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled: hasScript }) => {
    await prepareIntegrations(page, product);
    const target = await startTarget();
    const paths = ['/large', '/binary', '/html', '/broken', '/headers', '/headers-without-end'];
    const id = await createIntegration(page.request, product, {
      name: 'All kinds',
      triggerConfig: { type: 'manual' },
      apiCalls: paths.map((path, order) => ({
        id: path.slice(1),
        name: path.slice(1),
        order,
        method: 'GET',
        url: target.url + path,
      })),
    });
    const execution = await run(page.request, product, id, {});
    const address = `/integration/${id}/logs?execution=${execution}`;
    await open(page, address, 'Execution failed');
    // Five thousand header fields are shown like few; what is more than is read of any answer fails the call and says so.
    await expect(page.getByText('x-4999: 1')).toBeAttached();
    await expect(page.getByText(/sent more than 64 KiB of headers/).first()).toBeVisible();
    await choose(page, 'large');
    await expect(
      page.getByText('Truncated: the log keeps only the first part of a large body.').first(),
    ).toBeVisible();
    await choose(page, 'binary');
    await expect(page.getByText(/Binary data of 7 bytes, shown as Base64/)).toBeVisible();
    await choose(page, 'html');
    await expect(page.getByText('<script>document.title').first()).toBeVisible();
    // Beside the list stands what was chosen, and nothing else.
    if (hasScript) await expect(page.getByRole('button', { name: /^Copy as cURL/ })).toHaveCount(1);
    await expect(page).toHaveTitle(/^Execution Logs/);
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    if (hasScript) expect(await findViolations(page)).toEqual([]);
    target.close();
  },
);

test('the data of an older execution is what the next test runs with, from its log', async ({
  page,
  product,
}) => {
  const target = await startTarget();
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Tested with what failed',
    triggerConfig: { type: 'manual' },
    apiCalls: [{ name: 'Read', order: 1, method: 'GET', url: `${target.url}/{{trigger.path}}` }],
  });
  const bad = await run(page.request, product, id, { path: 'headers-without-end' });
  const newest = await run(page.request, product, id, { path: 'ok' });
  await open(page, `/integration/${id}/logs?execution=${newest}`, 'Execution completed successfully');
  await open(page, `/integration/${id}/logs?execution=${bad}`, 'Error Details:');
  await page.getByRole('link', { name: 'Test with this data' }).click();
  const data = page.getByRole('textbox', { name: 'Trigger data' });
  await expect(data).toHaveValue(/"path": "headers-without-end"/);
  await expect(page.getByRole('link', { name: 'Chosen execution' })).toHaveAttribute('aria-current', /./);
  // After the test, the same data stands there for the next one, beside the newest.
  await page.getByRole('button', { name: 'Run Test' }).click();
  await expect(page.getByRole('region', { name: 'Live results' })).toBeVisible();
  await expect(data).toHaveValue(/"path": "headers-without-end"/);
  await page.getByRole('link', { name: 'Last real payload' }).click();
  await expect(data).toHaveValue(/"path": "ok"/);
  target.close();
});

test('a call that was sent without a variable of the payload says so, although it succeeded', async ({
  page,
  product,
}) => {
  const target = await startTarget();
  await prepareIntegrations(page, product);
  const variables = [{ name: 'phone', jsonPath: '$.contact.phone' }];
  const call = { name: 'Create contact', order: 1, method: 'POST', url: `${target.url}/ok` };
  const id = await createIntegration(page.request, product, {
    name: 'Payload without phone',
    triggerConfig: { type: 'webhook', webhook: { secret: '', headers: {}, variables } },
    apiCalls: [{ ...call, body: '{"phone":"{{phone}}"}' }],
  });
  const execution = await run(page.request, product, id, { email: 'a@b.example' });
  await open(page, `/integration/${id}/logs?execution=${execution}`, 'Execution completed successfully');
  const line = page.getByRole('link', { name: /Create contact Sent after .* 1 without a value$/ });
  await expect(line).toBeVisible();
  await expect(
    page.getByText('{{phone}} was sent without a value: the payload has nothing at .contact.phone.'),
  ).toBeVisible();
  target.close();
});

test('a call that lacked a variable says which one before was to save it, and leads to itself in the editor', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  const target = await startTarget();
  await prepareIntegrations(page, product);
  const mapping = { extractFields: [{ jsonPath: '.id', saveAs: 'order_id' }] };
  const id = await createIntegration(page.request, product, {
    name: 'Lacks something',
    triggerConfig: { type: 'manual' },
    apiCalls: [
      { id: 'a', name: 'Find', order: 1, method: 'GET', url: `${target.url}/ok`, responseMapping: mapping },
      { id: 'b', name: 'Ship', order: 2, method: 'GET', url: `${target.url}/{{order_id}}` },
    ],
  });
  const execution = await run(page.request, product, id, {});
  await open(page, `/integration/${id}/logs?execution=${execution}`, 'Execution failed');
  await expect(page.getByText('Find was to save it: nothing was found at .id.')).toBeVisible();
  await expect(
    page.getByRole('link', { name: /Find Sent after [\d,]+ ms, took [\d,.]+ m?s 1 not mapped$/ }),
  ).toBeVisible();
  if (hasScript) await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('link', { name: 'Edit call Ship' }).click();
  await page.waitForURL(`/integration/${id}?execution=${execution}#call-2`);
  const name = page.locator('[name="apiCalls[1].name"]');
  await expect(name).toHaveValue('Ship');
  if (hasScript) await expect(name).toBeVisible();
  const older = page.getByText('are those of an older execution');
  await expect(older).toHaveCount(0);

  // Each opens once it has ended.
  const newest = await run(page.request, product, id, {});
  for (const each of [newest, execution])
    await open(page, `/integration/${id}/logs?execution=${each}`, 'Execution failed');
  await page.getByRole('link', { name: 'Edit call Ship' }).click();
  await expect(older).toBeVisible();
  await expect(page.getByRole('link', { name: 'an older execution' })).toHaveAttribute(
    'href',
    `/integration/${id}/logs?execution=${execution}`,
  );
  target.close();
});

test('a webhook is shown as such: why it was called, about what, and the beginnings of what went and came', async ({
  page,
  product,
  javaScriptEnabled: hasScript,
}) => {
  await prepareIntegrations(page, product);
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/notify') held.push(response);
    else response.writeHead(409).end(JSON.stringify({ text: 'n'.repeat(600) }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const rule = { statusCodes: ['4xx'], action: 'webhook', webhookURL: `${url}/notify` };
  const id = await createIntegration(page.request, product, {
    name: 'Tells of it',
    triggerConfig: { type: 'manual' },
    apiCalls: [{ id: 'charge', name: 'Charge', order: 1, method: 'GET', url: `${url}/charge` }],
    responseHandlingSteps: [
      { id: 'h', order: 1, nextApiCallId: 'charge', responseHandling: { statusCodeActions: [rule] } },
    ],
  });
  const execution = await run(page.request, product, id, {});
  const logs = `/integration/${id}/logs?execution=${execution}`;
  await open(page, logs, '(webhook)');
  await choose(page, '(webhook)');
  await expect(page.getByText('Webhook request is in progress...')).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();

  held.shift()?.writeHead(200).end('a'.repeat(250));
  await open(page, logs, 'Execution completed successfully');
  await choose(page, '(webhook)');
  await expect(page.getByText('Webhook request is in progress...')).toHaveCount(0);
  for (const text of ['HTTP 409: matched the rule for 4xx', `Charge: GET ${url}/charge → HTTP 409`]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  const lines = page.getByRole('listitem').filter({ hasText: /Sent after [\d,]+ ms, / });
  const bars = lines.locator('svg[viewBox="0 0 1000 12"]');
  await expect(bars).toHaveCount(2);
  const places = await bars.evaluateAll((each) =>
    each.map((bar) => [bar.getBoundingClientRect().left, bar.getBoundingClientRect().width].join()),
  );
  expect(new Set(places).size, 'bars of one scale').toBe(1);
  const body = page.getByRole('group', { name: 'Response Body', exact: true }).last();
  await expect(body).toHaveText(`${'a'.repeat(200)}…`);
  await page.getByText('Show all 250 characters').click();
  await expect(page.getByRole('group', { name: 'Response Body, whole' })).toHaveText('a'.repeat(250));
  if (hasScript) await page.getByRole('button', { name: 'Request', exact: true }).last().click();
  const payload = page.getByRole('group', { name: 'Payload', exact: true });
  expect(await payload.textContent()).toMatch(/^\{[^]{299}…$/);
  await page
    .getByText(/^Show all [\d,]+ characters$/)
    .last()
    .click();
  await expect(page.getByRole('group', { name: 'Payload, whole' })).toContainText('n'.repeat(600));
  if (hasScript) expect(await findViolations(page)).toEqual([]);
  server.closeAllConnections();
  server.close();
});
