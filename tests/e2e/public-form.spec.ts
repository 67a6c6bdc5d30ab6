// A form that people without an account fill in: turned on by a member, filled in by a stranger, moved and turned off again.
import { findViolations, keepPicturesByWidth } from './axe';
import { expect, startSession, test } from './fixtures';
import { createIntegration } from './prepared';
import { run as runQuery } from './product-file';

const fields = [
  { name: 'email', label: 'Email', description: 'We answer there.', required: true },
  { name: 'role', label: 'Role', type: 'choice', choices: ['Cook', 'Waiter'], required: true },
  { name: 'letter', label: 'Letter', type: 'file', accept: '.pdf' },
  { name: 'about', label: 'About you', type: 'long_text' },
  { name: 'start', label: 'From', type: 'date' },
  { name: 'news', label: 'Send me news', type: 'boolean' },
];

test(
  'a stranger fills in a public form, which a member turns on, moves and turns off',
  { tag: '@drawn' },
  async ({ page, product, openBrowser, javaScriptEnabled }) => {
    await startSession(page, product);
    const id = await createIntegration(page.request, product, {
      name: 'Applications',
      triggerConfig: { type: 'manual', manual: { fields } },
      apiCalls: [{ name: 'Store', method: 'POST', url: `${product.sampleApiUrl}/issues` }],
    });
    const headers = { Origin: product.url };
    await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
    const kind = javaScriptEnabled ? 'with' : 'without';

    await page.goto(`/integration/${id}/run`);
    await page.locator('summary', { hasText: 'Public form' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Applications');
    await page.getByLabel('Title').fill('');
    await page.getByLabel('Thank-you text').fill('We call you back.');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Title is required')).toBeVisible();
    await expect(page.getByLabel('Thank-you text')).toHaveValue('We call you back.');
    await page.getByLabel('Title').fill('Work with us');
    await page.getByLabel('Description', { exact: true }).fill('We look for people.');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Public form saved').first()).toBeVisible();
    if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
    await keepPicturesByWidth(page, `public-form-card-${kind}`);
    const readAddress = () => page.getByText(/\/forms\/[\w-]{43}/).textContent();
    const address = (await readAddress()) ?? '';

    const stranger = await (await openBrowser()).newPage();
    await stranger.goto(address, { waitUntil: 'load' });
    await expect(stranger.getByRole('heading', { name: 'Work with us' })).toBeVisible();
    if (javaScriptEnabled) expect(await findViolations(stranger)).toEqual([]);
    await stranger.getByLabel('Role').selectOption('Cook');
    await stranger.getByLabel('Letter').setInputFiles({
      name: 'Letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    await stranger.getByLabel('About you').fill('First line\nSecond line');
    await stranger.getByRole('button', { name: 'Send' }).click();
    await expect(stranger.getByText('“Email” is required')).toBeVisible();
    await expect(stranger.getByLabel('Email')).toHaveAccessibleDescription(
      '“Email” is required We answer there.',
    );
    await expect(stranger.getByLabel('Role')).toHaveValue('Cook');
    await expect(stranger.getByLabel('About you')).toHaveValue('First line\nSecond line');
    if (javaScriptEnabled) expect(await findViolations(stranger)).toEqual([]);
    await keepPicturesByWidth(stranger, `public-form-${kind}`);
    await stranger.getByLabel('Email').fill('ada@example.com');
    await stranger.getByRole('button', { name: 'Send' }).click();
    await expect(stranger.getByText('We call you back.')).toBeVisible();
    await keepPicturesByWidth(stranger, `public-form-sent-${kind}`);
    const runs = await page.request.get(`/api/integrations/${id}/executions`);
    const [run] = (await runs.json()) as { id: string }[];
    const log = await page.request.get(`/api/integrations/${id}/executions/${run?.id}`);
    expect(await log.json()).toMatchObject({
      triggerData: { email: 'ada@example.com', role: 'Cook', about: 'First line\nSecond line', news: false },
    });

    await page.goto(`/integration/${id}/logs?trigger=public_form`);
    await expect(page.getByText('Public form', { exact: true }).first()).toBeAttached();
    await expect(page.getByLabel('Trigger', { exact: true })).toHaveValue('public_form');
    await page.goto(`/integration/${id}/run`);
    await page.getByRole('link', { name: 'New address…' }).click();
    await expect(page.getByText('The present address ends at once', { exact: false })).toBeVisible();
    if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
    await keepPicturesByWidth(page, `public-form-address-${kind}`);
    await page.getByRole('button', { name: 'Give a new address' }).click();
    await expect(page.getByText('The former address has ended.').first()).toBeVisible();
    await stranger.goto(address, { waitUntil: 'load' });
    await expect(stranger.getByText('No form is here')).toBeVisible();
    const next = (await readAddress()) ?? '';
    expect(next).not.toBe(address);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Public form turned off').first()).toBeVisible();
    await stranger.goto(next, { waitUntil: 'load' });
    await expect(stranger.getByText('No form is here')).toBeVisible();
  },
);

test('a member reads that the forms of strangers found no room', async ({ page, product }) => {
  await startSession(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Crowded applications',
    triggerConfig: { type: 'manual', manual: { fields } },
    apiCalls: [{ name: 'Store', method: 'POST', url: `${product.sampleApiUrl}/issues` }],
  });
  const headers = { Origin: product.url };
  await page.request.patch(`/api/integrations/${id}`, { headers, data: { isActive: true } });
  const at = Date.now();
  const entry = { at, since: at, status: 429, reason: 'The public form brought too much.', count: 2 };
  runQuery(
    product,
    'insert into rejected_deliveries (integration_id, entries, last_at) values (?, ?, ?)',
    id,
    JSON.stringify([entry]),
    at,
  );
  await page.goto(`/integration/${id}/logs`);
  await expect(page.getByText('2 deliveries were rejected')).toBeVisible();
  await page.getByRole('link', { name: 'Last deliveries' }).click();
  const list = page.getByRole('region', { name: 'Last Deliveries' }).getByRole('listitem');
  await expect(list).toHaveText(/^Rejected 4292 timesThe public form brought too much\./);
  await keepPicturesByWidth(page, 'crowded-form');
});
