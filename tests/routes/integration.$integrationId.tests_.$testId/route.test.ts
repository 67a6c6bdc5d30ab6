import { expect, test } from 'vitest';
import { takeToast } from '~/auth/toast-cookie';
import { action, loader } from '~/routes/integration.$integrationId.tests_.$testId/route';
import { createTestUser, readCookies, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';

test('the page of a test that is gone leads to the list, which says so', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const { integrationId } = await createTestIntegration(context, organizationId);
  const Cookie = await signInAs(context, user.id);
  const list = `/integration/${integrationId}/tests`;
  const visit = async (body?: URLSearchParams) => {
    const method = body ? 'POST' : 'GET';
    const request = new Request(`http://localhost${list}/gone`, {
      method,
      headers: { Cookie },
      body: body ?? null,
    });
    const args = { request, params: { integrationId, testId: 'gone' } };
    const answer: unknown = await (body ? action : loader)({
      ...args,
      context: { app: context, nonce: '', address: '192.0.2.1' },
    }).catch((thrown: unknown) => thrown);
    const { headers } = answer as Response;
    const next = new Request('http://localhost/', {
      headers: { Cookie: readCookies(headers.getSetCookie()) },
    });
    return { to: headers.get('Location'), ...(await takeToast(context, next)).toast };
  };
  const gone = { to: list, title: 'Test not found' };
  expect(await visit()).toMatchObject(gone);
  expect(await visit(new URLSearchParams({ intent: 'delete' }))).toMatchObject(gone);
});
