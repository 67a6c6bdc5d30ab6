// The removal of an organization asks for its next deleted integration at each step, in an installation of many integrations.
import { expect, test } from 'vitest';
import { findDeletedIntegration } from '~/db/integrations/deleted-integrations';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';

test('the next deleted integration of an organization is found without reading any other', async () => {
  const plan = await explain(await createTestDatabase(), (db) => findDeletedIntegration(db, 'organization'));
  expect(plan).toEqual([
    expect.stringMatching(/^SEARCH integrations USING .*INDEX deleted_integrations \(organization_id=\?\)$/),
  ]);
});
