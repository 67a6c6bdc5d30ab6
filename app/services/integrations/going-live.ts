// What follows from another definition being live: when it is due, what it waits for, which secret of before is still valid,
// and which connections and values are in use.
import type { AppContext } from '~/context';
import type { IntegrationKey } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import type { Definition } from '~/engine/integration';
import type { Actor } from '../actor';
import { saveConnectionUses } from '../connections/connection-uses';
import { saveEventTrigger } from '../triggers/event-triggers';
import { saveSchedule } from '../triggers/schedules';
import { saveValueUses } from '../values/value-uses';
import { keepFormerSecret } from './former-secret';

interface LiveChange {
  wasActive: boolean;
  isActive: boolean;
  /** The definition that was live, and the one that is from now on; of what is not deployed, the newest. */
  before: Definition;
  after: Definition;
}

/** Triggers the integration by the definition that is live from now on. */
export async function goLive(
  context: AppContext,
  tx: Queries,
  key: IntegrationKey,
  { wasActive, isActive, before, after }: LiveChange,
): Promise<void> {
  const { id: integrationId, organizationId } = key;
  const saved = { integrationId, organizationId, isActive, trigger: after.triggerConfig };
  const deployedTrigger = wasActive ? before.triggerConfig : undefined;
  await saveSchedule(tx, { ...saved, deployedTrigger, now: context.now() });
  await saveEventTrigger(tx, saved);
  await keepFormerSecret(context, tx, key, { before, after });
}

/** What is used is what the newest version and the live one use: neither breaks when connections or values are cleared up. */
export async function saveUses(
  context: AppContext,
  tx: Queries,
  actor: Actor,
  saved: { id: string; name: string; version: number; definitions: Definition[] },
): Promise<void> {
  const noted = { ...saved, now: context.now() };
  await saveConnectionUses(tx, actor, noted);
  await saveValueUses(tx, actor, noted);
}
