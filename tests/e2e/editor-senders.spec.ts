// Who sends to a webhook: chosen by name or described field by field, with script and without.
import { findViolations } from './axe';
import { openFold, openNewIntegration, openTrigger } from './editor-parts';
import { createIntegration, prepareIntegrations } from './prepared';
import { test, expect } from './fixtures';

/** Lists the options that are longer than the closed select. */
function listCutOptions(element: Element): string[] {
  const select = element as HTMLSelectElement;
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d')!;
  pen.font = font;
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
}

test('a sender is chosen, described and kept', async ({ page, product, javaScriptEnabled }) => {
  await openNewIntegration(page, product, 'Signed');
  await page.getByText('Webhook', { exact: true }).first().click();
  await expect(page.getByText('This webhook is open')).toBeVisible();
  await expect(page.getByLabel('Signed content')).toBeHidden();
  if (javaScriptEnabled) {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 360, height });
    expect(await page.getByLabel('Who sends?').evaluate(listCutOptions)).toEqual([]);
    await page.setViewportSize({ width, height });
  }

  await page.getByLabel('Who sends?').selectOption('Slack');
  await page.getByLabel('Read bodies as').selectOption('json');
  if (javaScriptEnabled) {
    await expect(page.getByText('Basic Information: copy the signing secret of the app')).toBeVisible();
    await expect(page.getByText('This webhook is closed')).toBeVisible();
    // Slack makes the secret, GitHub takes the user's.
    await expect(page.getByRole('button', { name: 'Generate secret' })).toHaveCount(0);
    await page.getByLabel('Who sends?').selectOption('GitHub');
    await expect(page.getByRole('button', { name: 'Generate secret' })).toBeVisible();
    await page.getByLabel('Who sends?').selectOption('Slack');
    expect(await findViolations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Who sends?')).toHaveValue('slack');
  await expect(page.getByLabel('Read bodies as')).toHaveValue('json');
  await expect(page.getByText('Basic Information: copy the signing secret of the app')).toBeVisible();
  await expect(page.getByText('This webhook is closed')).toBeVisible();
  await openFold(page, 'Handshake, key and filter');
  await expect(page.getByText('Slack has one in the payload: .event_id')).toBeVisible();

  await page.getByLabel('Who sends?').selectOption('hmac');
  if (javaScriptEnabled) await expect(page.getByText('Slack has one')).toHaveCount(0);
  await page.getByLabel('Header', { exact: true }).fill('X Sig');
  await page.getByLabel('Signed content').fill('{timestamp}.{body}');
  await page.getByLabel('Timestamp', { exact: true }).fill('X-Time');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByLabel('Header', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Header', { exact: true }).fill('X-Sig');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Who sends?')).toHaveValue('hmac');
  await expect(page.getByLabel('Signed content')).toHaveValue('{timestamp}.{body}');
  await expect(page.getByLabel('Tolerance in seconds')).toHaveValue('300');

  await openFold(page, 'Response to the sender');
  await expect(page.getByLabel('Response text', { exact: true })).toBeHidden();
  await page.getByRole('radio', { name: /^Custom/ }).check();
  await expect(page.getByLabel('Respond after')).toBeHidden();
  await page.getByLabel('Status', { exact: true }).fill('302');
  await page.getByLabel('Response type').selectOption('text/xml');
  await page.getByLabel('Headers of the response').fill('X-Order: {{trigger.id}}\nno header');
  await page.getByLabel('Response text', { exact: true }).fill('<Response/>');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Respond with a status from 200 to 299').first()).toBeVisible();
  await expect(page.getByText('Line 2 cannot be read.').first()).toBeVisible();
  await page.getByLabel('Status', { exact: true }).fill('200');
  await page.getByLabel('Headers of the response').fill('X-Order: {{trigger.id}}');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Response type')).toHaveValue('text/xml');
  await expect(page.getByLabel('Headers of the response')).toHaveValue('X-Order: {{trigger.id}}');
  await expect(page.getByLabel('Response text', { exact: true })).toHaveValue('<Response/>');
});

test(
  'the key of a delivery and what is run are asked for, reported when wrong, and kept',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const id = await createIntegration(page.request, product, {
      name: 'Keyed',
      triggerConfig: {
        type: 'webhook',
        webhook: {
          handshake: 'meta',
          onlyRunIf: [{ field: 'n', operator: 'greater_than', value: 5 }],
          variables: [{ name: 'n', jsonPath: '.n' }],
        },
      },
    });
    await page.goto(`/integration/${id}`);
    await expect(page.getByLabel('Handshake')).toHaveValue('meta');
    await expect(page.getByLabel('Only run if')).toHaveValue('n greater than 5');
    await openFold(page, 'Handshake, key and filter');
    await expect(page.getByText('custom handshake, 1 condition')).toBeVisible();
    await expect(page.getByLabel('Handshake').locator(':checked')).toHaveText('Meta');
    await expect(page.getByLabel('Key name')).toBeHidden();

    await page.getByLabel('Handshake').selectOption('Azure Event Grid');
    await page.getByLabel('Handshake').selectOption('');
    await page.getByLabel('Delivery key').selectOption('A parameter of the URL');
    await page.getByLabel('Key name').fill('delivery');
    await page.getByLabel('Hours to remember keys').fill('1000');
    await page.getByLabel('Only run if').fill('n greater than 5\nrequest.query.page is 2\ntype equals new');
    await page.getByLabel('Methods').fill('get, pull');
    await page.getByLabel('Only from').fill('192.0.2.0/24\nsomewhere');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    const trigger = page.locator('#trigger');
    await expect(trigger.getByText('Line 2 cannot be read.')).toBeVisible();
    const unknown = 'Not known here: type. To read the payload, write trigger.type.';
    await expect(page.getByLabel('Only run if')).toHaveAccessibleDescription(new RegExp(unknown));
    await expect(trigger.getByText('Keys count for 1 to 720 hours')).toBeVisible();
    await expect(trigger.getByText('The method must be POST, GET')).toBeVisible();
    await expect(trigger.getByText('Write addresses or ranges')).toBeVisible();
    await page.getByLabel('Methods').fill('get, post');
    await page.getByLabel('Only from').fill('192.0.2.0/24\n2001:db8::7');
    await page.getByLabel('Hours to remember keys').fill('48');
    await page.getByLabel('Only run if').fill('n greater than 5\nrequest.query.page equals 2');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(page.getByText('Configuration saved')).toBeVisible();
    await page.reload();
    await expect(page.getByText(unknown)).toHaveCount(0);
    await expect(page.getByLabel('Handshake')).toHaveValue('');
    await expect(page.getByLabel('Delivery key')).toHaveValue('query');
    await expect(page.getByLabel('Key name')).toHaveValue('delivery');
    await expect(page.getByLabel('Hours to remember keys')).toHaveValue('48');
    await expect(page.getByLabel('Methods')).toHaveValue('GET, POST');
    await expect(page.getByLabel('Only from')).toHaveValue('192.0.2.0/24\n2001:db8::7');
    await expect(page.getByLabel('Only run if')).toHaveValue('n greater than 5\nrequest.query.page equals 2');
  },
);

test('the sender is let wait for the result of a call', { tag: '@html' }, async ({ page, product }) => {
  await prepareIntegrations(page, product);
  const id = await createIntegration(page.request, product, {
    name: 'Asked',
    triggerConfig: { type: 'webhook', webhook: {} },
    apiCalls: [
      { name: 'Look up', method: 'GET', url: 'https://api.example.com/' },
      { name: 'Tell', method: 'GET', url: 'https://api.example.com/' },
    ],
  });
  await page.goto(`/integration/${id}`);
  await openTrigger(page);
  await openFold(page, 'Response to the sender');
  await expect(page.getByRole('radio', { name: /^Accepted/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Result/ }).check();
  await page.getByLabel('Respond after').selectOption('Look up');
  await page.getByLabel('Wait', { exact: true }).fill('61');
  await page.getByLabel('Response text', { exact: true }).fill('{{trigger.id}}');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Senders can wait for 1 to 60 seconds').first()).toBeVisible();
  await page.getByLabel('Wait', { exact: true }).fill('10');
  await page.getByLabel('Status when late').selectOption('200');
  await page.getByLabel('Response text when late').fill('Working on {{trigger.id}} …');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Configuration saved')).toBeVisible();
  await page.reload();
  await openTrigger(page);
  await openFold(page, 'Response to the sender');
  await expect(page.getByRole('radio', { name: /^Result/ })).toBeChecked();
  await expect(page.getByLabel('Respond after').locator('option:checked')).toHaveText('Look up');
  await expect(page.getByLabel('Wait', { exact: true })).toHaveValue('10');
  await expect(page.getByLabel('Status when late')).toHaveValue('200');
  await expect(page.getByLabel('Response text when late')).toHaveValue('Working on {{trigger.id}} …');
});
