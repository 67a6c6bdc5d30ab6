import { expect, test } from 'vitest';
import { submitDeleteNow, submitRestore } from '~/routes/integration.deleted/deleted-actions';
import { readPlace } from '~/routes/integration.deleted/list-place';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

const leadsTo = async (response: Promise<Response>) => (await response).headers.get('Location');

test('restoring and deleting for good lead back to the page, or to the first one when nothing is left there', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const ids: string[] = [];
  for (const name of ['Oldest', 'Older', 'Old', 'New']) {
    const created = await createIntegration(context, actor, { name });
    if (created.kind !== 'integration') throw new Error(created.kind);
    context.clock.advance(1_000);
    await deleteIntegration(context, actor, created.integration.id);
    ids.push(created.integration.id);
  }
  const [oldest = '', older = '', old = '', newest = ''] = ids;
  const place = `${context.now()}.${newest}`;
  const before = readPlace(place);
  const page = `/integration/deleted?before=${place}`;
  expect(await leadsTo(submitRestore(context, actor, { id: old, before, next: '/' }))).toBe('/');
  expect(await leadsTo(submitRestore(context, actor, { id: older, before, next: 'list' }))).toBe(page);
  expect(await leadsTo(submitRestore(context, actor, { id: older, before, next: 'list' }))).toBe(page);
  expect(await leadsTo(submitDeleteNow(context, actor, { id: oldest, before }))).toBe('/integration/deleted');
  const first = { id: newest, before: undefined };
  expect(await leadsTo(submitRestore(context, actor, { ...first, next: 'list' }))).toBe(
    '/integration/deleted',
  );
});
