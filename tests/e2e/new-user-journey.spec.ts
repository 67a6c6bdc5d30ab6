// The whole path of a new user, from sign-up to log, once with and once without script.
import type { Locator, Page } from '@playwright/test';
import { openFold, openPartOf, openTrigger } from './editor-parts';
import { sampleToken, signInByScreens, test, expect } from './fixtures';

test.use({ isFirstVisit: true, contextOptions: { reducedMotion: 'no-preference' } });

test(
  'from sign-up to the log of a webhook',
  { tag: '@drawn' },
  async ({ page, product, javaScriptEnabled, request }) => {
    await signInByScreens(page, product, javaScriptEnabled);
    await expect(page.getByText('No integrations yet')).toBeVisible();
    await expect(page.getByText('Get started by creating your first API integration')).toBeVisible();

    await page.getByRole('link', { name: 'New Integration' }).click();
    await page.getByLabel('Integration Name').fill('GitHub to issues');
    await page.getByRole('button', { name: 'Continue to Setup' }).click();
    await page.waitForURL(/\/integration\/[0-9a-f-]{36}$/);
    await expect(page.getByText('No API calls configured')).toBeVisible();

    // A user of the keyboard goes on where the new integration begins.
    if (javaScriptEnabled) await expect(page.getByRole('radio', { name: 'Manual' })).toBeFocused();
    await page.getByRole('radio', { name: /^Webhook/ }).check();
    await expect(
      page.getByText('Answers 404 until this integration is deployed, except while you listen for a sample.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Generate secret' }).click();
    const secretField = page.getByRole('textbox', { name: 'Webhook Secret' });
    await expect(secretField).toHaveValue(/^whsec_/);
    const secret = await secretField.inputValue();
    await page.getByRole('button', { name: 'Add variable' }).click();
    const variables = page.getByRole('group', { name: 'Webhook Variables' });
    await variables.getByLabel('Variable name').fill('repo');
    await variables.getByLabel('JSON path').fill('$.repository.full_name');

    await page.getByRole('button', { name: 'Add First API Call' }).click();
    await fillFirstCall(findCall(page, 0), product.sampleApiUrl);
    await page.getByRole('button', { name: 'Add API Call' }).click();
    await expect(findCall(page, 0).getByLabel('URL')).toHaveValue(`${product.sampleApiUrl}/issues`);
    await fillSecondCall(findCall(page, 1), product.sampleApiUrl);

    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(page.getByText('Configuration saved')).toBeVisible();
    await openTrigger(page);
    await openFold(page, 'Secret');
    await expect(secretField).toHaveValue(`••••${secret.slice(-4)}`);
    await page.getByRole('link', { name: '2. Test & Deploy' }).click();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect(page.getByText('Integration deployed: done')).toBeVisible();
    const webhookUrl =
      (await page
        .getByText(/\/webhook\/[0-9a-f-]{36}$/)
        .first()
        .textContent()) ?? '';

    const answer = await request.post(webhookUrl, {
      headers: { 'X-Webhook-Signature': secret },
      data: { repository: { full_name: 'octo/hello-world' } },
    });
    expect(answer.status()).toBe(202);
    const { executionId } = await answer.json();

    await page.getByRole('link', { name: 'View All Logs' }).first().click();
    await page.waitForURL(/\/logs$/);
    // With script the page follows the execution; without, one asks again.
    await expect(async () => {
      if (!javaScriptEnabled) await page.reload();
      await expect(
        page.getByText(`Execution Id: ${executionId} - Execution completed successfully`),
      ).toBeVisible();
    }).toPass();
    await page.getByRole('link', { name: `Details of execution ${executionId.slice(-8)}` }).click();
    const log = page.getByRole('listitem').filter({ hasText: executionId });
    // Without script all parts of the chosen call stand below each other.
    if (javaScriptEnabled) await log.getByRole('button', { name: 'Request', exact: true }).click();
    await expect(
      log.getByText('Something happened in octo/hello-world').filter({ visible: true }).first(),
    ).toBeVisible();
    await log.getByRole('list', { name: 'Calls in the order' }).getByRole('link', { name: 'Read' }).click();
    await expect(
      log.getByText(`${product.sampleApiUrl}/issues/`).filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(log.getByText('issue_id').filter({ visible: true }).first()).toBeVisible();
    await expect(log.getByText('200', { exact: false }).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText(sampleToken)).toHaveCount(0);
  },
);

function findCall(page: Page, index: number): Locator {
  return page.getByRole('region', { name: 'API Call Chain' }).locator('ol > li').nth(index);
}

async function fillFirstCall(call: Locator, api: string): Promise<void> {
  await call.getByLabel('Call Name').fill('Open issue');
  await call.getByLabel('Method', { exact: true }).selectOption('POST');
  await call.getByLabel('URL').fill(`${api}/issues`);
  await openPartOf(call, 'Request Body');
  await call.getByLabel('Body', { exact: true }).fill('{"title": "Something happened in {{repo}}"}');
  await openPartOf(call, 'Response Mapping');
  await call.getByRole('button', { name: 'Add field' }).click();
  await call.getByLabel('JSON path').fill('$.issue.id');
  await call.getByLabel('Variable name').fill('issue_id');
}

async function fillSecondCall(call: Locator, api: string): Promise<void> {
  await call.getByLabel('Call Name').fill('Read issue');
  await call.getByLabel('URL').fill(`${api}/issues/{{issue_id}}`);
  await openPartOf(call, 'Authentication');
  await call.getByLabel('Type').selectOption('bearer');
  await call.getByLabel('Token').fill(sampleToken);
}
