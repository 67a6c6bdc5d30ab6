import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { insertSample } from '~/db/executions/samples';
import { newId } from '~/db/core/id';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { createTestExecution, createTestIntegration, type Owner } from '../../../support/executions';
import { connection, createWholeApp } from '../../whole-app';

/** A payload whose numbers JavaScript would change. */
const payload = `[${'1.10,'.repeat(40_000)}2]`;

/** The longest text that one part of a response may have, in characters: of 2,000 marked numbers. */
const partLength = 60_000;

let context: TestContext;
let owner: Owner;
let cookie: string;
let id: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  owner = await createTestIntegration(context, organizationId);
  cookie = await signInAs(context, user.id);
  id = await createTestExecution(context, owner, payload);
});

/** Returns the body of a response, and the length of the longest text that was written in one go for it. */
async function readWatched(path: string): Promise<{ body: string; longest: number }> {
  const write = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => write.mockRestore());
  const response = await createWholeApp(context).request(path, { headers: { Cookie: cookie } }, connection);
  const body = await response.text();
  const written = write.mock.results.map(({ value }) => String(value).length);
  return { body, longest: Math.max(...written) };
}

test('the logs of large executions are written in parts, so that others have turns in between', async () => {
  const { integrationId } = owner;
  for (const path of ['execution-logs', `executions/${id}`]) {
    const { body, longest } = await readWatched(`/api/integrations/${integrationId}/${path}`);
    expect(body).toContain(`"triggerData":${payload}`);
    expect(longest).toBeLessThan(partLength);
  }
});

test('the logs and samples of an export are written in parts likewise', async () => {
  const sample = { integration_id: owner.integrationId, received_at: context.now() };
  await insertSample(context.db, { id: newId(), ...sample, bytes: payload.length, payload, request: null });
  const { body, longest } = await readWatched(`/api/organizations/${owner.organizationId}/export`);
  expect(body).toContain(`"triggerData":${payload}`);
  expect(body).toContain(`"payload":${payload}`);
  expect(longest).toBeLessThan(partLength);
});
