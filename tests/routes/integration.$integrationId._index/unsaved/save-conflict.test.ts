import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';
import { findConflict } from '~/routes/integration.$integrationId._index/unsaved/save-conflict';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { createTestUser } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';
import { shortenParts } from '../../../support/short-parts';

const count = 10;

function writeCalls(word: string) {
  return Array.from({ length: count }, (_each, index) => ({
    id: `call-${index}`,
    order: index + 1,
    name: `Call ${index}`,
    method: 'POST',
    url: 'https://api.example.com/orders',
    body: Array.from({ length: 5_000 }, (_line, line) => `${word} ${line}`).join('\n'),
  }));
}

test('others have turns while a form is compared with what another user saved', async () => {
  const app = await createTestContext();
  const { user, organizationId } = await createTestUser(app, { role: 'MEMBER' });
  const actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  const made = await createIntegration(app, actor, { name: 'Orders', apiCalls: writeCalls('mine') });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  const { id } = made.integration;
  const form = toFormValues(made.integration) as EditorForm;
  expect(await findConflict({ app, actor, id, mayEdit: true }, form, 1)).toBeUndefined();
  const saved = await updateIntegration(app, actor, id, { apiCalls: writeCalls('theirs') });
  expect(saved).toMatchObject({ kind: 'integration', integration: { version: 2 } });
  shortenParts();
  const found = new AbortController();
  const finding = findConflict({ app, actor, id, mayEdit: true }, form, 1).finally(() => found.abort());
  let turns = 0;
  while (!found.signal.aborted) {
    await nextTurn();
    turns += 1;
  }
  const conflict = await finding;
  expect(conflict).toMatchObject({ version: 2 });
  expect(conflict?.differences).toHaveLength(count);
  expect(conflict?.differences[0]?.mine).toContain('mine 0');
  expect(conflict?.differences[0]?.theirs).toContain('theirs 0');
  expect(turns).toBeGreaterThanOrEqual(count);
});
