import { expect, test } from 'vitest';
import { requireIntegration } from '~/auth/not-found';
import { takeToast } from '~/auth/toast-cookie';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';

test('the screens of an integration that is gone lead home, where a toast says whether it can be restored', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const stranger = await createTestUser(context, { email: 'eve@example.com' });
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(made.kind);
  const { id } = made.integration;
  const visit = async (userId: string) => {
    const headers = { Cookie: await signInAs(context, userId) };
    const request = new Request(`http://localhost/integration/${id}/logs`, { headers });
    const args = { request, params: { integrationId: id } };
    const answer: unknown = await requireIntegration({
      ...args,
      context: { app: context, nonce: '', address: '192.0.2.1' },
    }).catch((thrown: unknown) => thrown);
    if (!(answer instanceof Response)) return answer;
    const cookie = readCookies(answer.headers.getSetCookie());
    const next = new Request('http://localhost/', { headers: { Cookie: cookie } });
    return { to: answer.headers.get('Location'), ...(await takeToast(context, next)).toast };
  };
  expect(await visit(user.id)).toMatchObject({ id, row: { name: 'Orders' } });
  expect(await deleteIntegration(context, actor, id)).toMatchObject({ kind: 'deleted' });
  expect(await visit(user.id)).toMatchObject({
    to: '/',
    title: 'Integration deleted',
    description: '“Orders” was deleted. It can still be restored.',
    link: { to: '/integration/deleted' },
  });
  const unknown = { to: '/', title: 'Integration not found' };
  const seen = await visit(stranger.user.id);
  expect(seen).toMatchObject(unknown);
  expect(JSON.stringify(seen)).not.toContain('Orders');
});
