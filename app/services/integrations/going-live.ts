// Applies the consequences when another definition goes live: its schedule, its event trigger, the former secret that is still
// valid, and the connections and values in use.
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
  /** The definition that was live, and the one that is live from now on; the newest one while nothing is deployed. */
  before: Definition;
  after: Definition;
}

/** Sets the triggers of the integration by the definition that goes live. */
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

/** Stores the uses of the newest version and of the live one, so that neither breaks when connections or values are deleted. */
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
