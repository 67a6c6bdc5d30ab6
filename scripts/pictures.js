// `npm run pictures`: takes the pictures of docs/images and of the landing page anew, from the demo in a directory of its own,
// so that they never show a former state of the product.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../tests/support/chromium.js';
import { account, issuesName, secret } from './demo-account.js';
import { drawnButton, landingPictures, pictures, themes } from './picture-list.js';
import { root } from './prepare.js';

const viewport = { width: 1280, height: 900 };
/** The size of the card that sites show beside a link (https://ogp.me), as they crop it. */
const card = { width: 1200, height: 630 };
/** How many deliveries are added to the demo's own, for the strips of the dashboard. */
const deliveries = 8;

const port = await findFreePort();
const base = `http://localhost:${port}`;
const directory = mkdtempSync(join(tmpdir(), 'wicked-pictures-'));
const demo = spawn(process.execPath, ['scripts/demo.js'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), DATA_DIR: join(directory, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
});

try {
  await untilReady();
  await takePictures();
} finally {
  const ended = once(demo, 'exit');
  if (demo.exitCode === null && demo.kill()) await ended;
  rmSync(directory, { recursive: true, force: true });
}

async function untilReady() {
  let printed = '';
  for await (const text of demo.stdout) {
    printed += text;
    if (printed.includes('The demo is ready')) return demo.stdout.resume();
  }
  throw new Error(`The demo did not start:\n${printed}`);
}

async function takePictures() {
  const browser = await chromium.launch(launchOptions);
  const context = await browser.newContext({ baseURL: base, viewport });
  const page = await context.newPage();
  const headers = { Origin: base };
  await context.request.post('/auth/login/user', {
    data: { email: account.email, password: account.password },
    headers,
  });
  const { id: userId } = await (await context.request.get('/api/users/me')).json();
  const [{ organizationId }] = await (
    await context.request.get(`/api/organization-memberships/${userId}`)
  ).json();
  /** @type {{ id: string, name: string }[]} */
  const integrations = await (
    await context.request.get(`/api/integrations/organization/${organizationId}`)
  ).json();
  const issues = integrations.find(({ name }) => name === issuesName)?.id ?? '';
  for (let each = 0; each < deliveries; each += 1) {
    await context.request.post(`/webhook/${issues}`, {
      headers: { 'X-Webhook-Signature': secret },
      data: { action: 'opened', repository: { full_name: 'acme/rocket', stars: each } },
    });
  }
  // A test completes the first steps.
  await context.request.post(`/api/integrations/${issues}/test`, {
    headers,
    data: { triggerData: { action: 'opened', repository: { full_name: 'acme/rocket' } } },
  });
  const execution = await findCompleted(context.request, issues);

  for (const { name, pathOf, scrolledBy } of pictures) {
    await take(page, pathOf({ integration: issues, execution }), `docs/images/${name}.png`, scrolledBy);
  }
  const opened = `/integration/${issues}/logs?open=${execution}`;
  await page.setViewportSize({ width: viewport.width, height: 720 });
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await take(page, opened, `${landingPictures}/logs-${colorScheme}.png`, 200);
  }
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(card);
  await page.goto('/', { waitUntil: 'load' });
  await keep(page, `${landingPictures}/card.png`);
  await browser.close();
}

/**
 * Returns the newest execution, once all have completed.
 * @param {import('@playwright/test').APIRequestContext} request
 * @param {string} integrationId
 * @returns {Promise<string>}
 */
async function findCompleted(request, integrationId) {
  for (;;) {
    /** @type {{ id: string, status: string }[]} */
    const executions = await (await request.get(`/api/integrations/${integrationId}/executions`)).json();
    if (executions.every(({ status }) => status === 'completed')) return executions[0]?.id ?? '';
  }
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} path
 * @param {string} file below the root
 * @param {number} [scrolledBy] pixels
 */
async function take(page, path, file, scrolledBy = 0) {
  await page.goto(path, { waitUntil: 'load' });
  await page.getByRole('button', { name: drawnButton }).waitFor();
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scrolledBy);
  await keep(page, file);
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} file below the root
 */
async function keep(page, file) {
  await page.screenshot({ path: join(root, file) });
  process.stdout.write(`${file}\n`);
}

/** @returns {Promise<number>} */
async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
