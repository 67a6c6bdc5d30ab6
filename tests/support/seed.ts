import { join } from 'node:path';
import { openDatabase } from '~/db/core/open';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { createTestUser, signInAs } from './accounts';
import { createTestContext, type TestContext } from './context';
import { placeMigratedDatabase } from './migrated-database';
import { testKeys } from './server';

/** A verified owner of an organization, whose rows a server on the same directory finds. */
export interface Seed extends Actor {
  context: TestContext;
  /** The `Cookie` header of a session. */
  cookie: string;
  close(): Promise<void>;
}

/** Opens (or makes) the migrated database of a data directory in this process and puts a signed-in owner into it. */
export async function seedOwner(dataDir: string): Promise<Seed> {
  const file = join(dataDir, 'wicked.db');
  placeMigratedDatabase(file);
  const db = openDatabase(file);
  const context = await createTestContext({ db, now: Date.now, config: { ...testKeys, dataDir } });
  const { user, organizationId } = await createTestUser(context);
  const cookie = await signInAs(context, user.id);
  return { context, userId: user.id, organizationId, cookie, close: () => db.close() };
}

export interface SeededDefinition {
  name?: string;
  tags?: string[];
  triggerConfig?: unknown;
  apiCalls?: unknown[];
  conditionalExecutionSteps?: unknown[];
  responseHandlingSteps?: unknown[];
  loopSteps?: unknown[];
  runSettings?: unknown;
  /** Deployed unless false. */
  isActive?: boolean;
}

/** Makes an integration as the screens do, through the services, and answers its id. */
export async function seedIntegration(
  { context, ...actor }: Pick<Seed, 'context' | 'userId' | 'organizationId'>,
  { name = 'Seeded', isActive = true, ...definition }: SeededDefinition,
): Promise<string> {
  const created = await createIntegration(context, actor, { name, ...definition });
  if (created.kind !== 'integration') throw new Error(JSON.stringify(created));
  const { id } = created.integration;
  const saved = await updateIntegration(context, actor, id, { isActive });
  if (saved.kind !== 'integration') throw new Error(JSON.stringify(saved));
  return id;
}

/** A webhook trigger: open, without required headers and variables unless told otherwise. */
export function webhookTrigger(
  webhook: { secret?: string; headers?: object; variables?: object[]; [more: string]: unknown } = {},
) {
  return { type: 'webhook', webhook: { secret: '', headers: {}, variables: [], ...webhook } };
}
