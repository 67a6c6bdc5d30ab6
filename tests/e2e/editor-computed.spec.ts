// Variables that are made of others, in the mapping of a call and of each run, with script and without.
import { openCall, openFold, openPart, openTrigger, saveIntegration } from './editor-parts';
import { expect, test } from './fixtures';
import { createIntegration, prepareIntegrations } from './prepared';

test(
  'are written one a line, and stay what they are in the next save',
  { tag: '@html' },
  async ({ page, product }) => {
    await prepareIntegrations(page, product);
    const calls = [
      {
        id: 'read',
        name: 'Read',
        order: 1,
        url: 'https://example.com/',
        responseMapping: { saveAs: 'order' },
      },
      { id: 'bill', name: 'Bill', order: 2, url: 'https://example.com/bills' },
    ];
    const id = await createIntegration(page.request, product, { name: 'Computed', apiCalls: calls });
    await page.goto(`/integration/${id}`);
    await openTrigger(page);
    await openFold(page, 'Each run');
    const ofRun = page.getByLabel('Computed variables').first();
    await ofRun.fill("day = {{trigger.at | date: '%F'}}");
    await openCall(page, 'Read');
    const part = await openPart(page, 'Response Mapping');
    await part.locator('summary', { hasText: 'Computed variables' }).click();
    await part
      .getByLabel('Computed variables')
      .fill('Gross Sum = {{order.net | times: 1.19}}\n\nlabel = {{day}}: {{gross_sum}}');
    const saved = await saveIntegration(page, id);
    const computed = [
      { saveAs: 'gross_sum', template: '{{order.net | times: 1.19}}' },
      { saveAs: 'label', template: '{{day}}: {{gross_sum}}' },
    ];
    expect(saved.runSettings).toMatchObject({
      computed: [{ saveAs: 'day', template: "{{trigger.at | date: '%F'}}" }],
    });
    expect(saved.apiCalls).toMatchObject([{ responseMapping: { computed } }, {}]);
    await page.goto(`/integration/${id}`);
    await openCall(page, 'Read');
    const again = await openPart(page, 'Response Mapping');
    await expect(again.getByLabel('Computed variables')).toHaveValue(
      'gross_sum = {{order.net | times: 1.19}}\nlabel = {{day}}: {{gross_sum}}',
    );
  },
);

test('what a call remembers counts at its tab, and is in view where it is', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'Without script there are no tabs.');
  await prepareIntegrations(page, product);
  const remember = [{ name: 'lastId', value: 'trigger.id' }];
  const calls = [{ id: 'read', name: 'Read', order: 1, url: 'https://example.com/', remember }];
  const id = await createIntegration(page.request, product, { name: 'Remembering', apiCalls: calls });
  await page.goto(`/integration/${id}`);
  await openCall(page, 'Read');
  await expect(page.getByRole('button', { name: /^Mapping\s*1/ })).toBeVisible();
  const part = await openPart(page, 'Response Mapping');
  await expect(part.getByLabel('Remember for the next run')).toHaveValue('lastId = trigger.id');
  await expect(part.getByLabel('Save it as a file')).toBeHidden();
});
