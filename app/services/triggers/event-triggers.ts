// Integrations that run when another integration of their organization ends.
import type { AppContext } from '~/context';
import {
  deleteEventTrigger,
  replaceEventTrigger,
  replaceOrganizationEventTrigger,
} from '~/db/integrations/event-triggers';
import { findIntegration, listIntegrations } from '~/db/integrations/integrations';
import { findRestorableIntegration } from '~/db/integrations/restorable-integrations';
import type { Queries } from '~/db/core/queries';
import type { TriggerConfig } from '~/engine/integration';
import { anyIntegration } from '~/engine/schema/any-integration';
import type { Problem } from '~/problem';

/** Checks an event trigger beyond its shape; a tag may be one that no integration has yet. Problem: invalid, for the field `triggerConfig.event.integrationId`. */
export async function checkEventSource(
  db: Queries,
  { id, organizationId }: { id: string; organizationId: string },
  trigger: TriggerConfig,
): Promise<Problem | undefined> {
  if (trigger.type !== 'event') return undefined;
  const sourceId = trigger.event.integrationId;
  if (sourceId === anyIntegration) return undefined;
  if (sourceId === id) return rejectSource('An integration cannot wait for itself');
  // An integration of another organization gets the same answer as one that does not exist.
  if (!(await findIntegration(db, { id: sourceId, organizationId }))) {
    return rejectSource('There is no such integration in your organization');
  }
  return undefined;
}

/** Returns the tag that an event trigger waits for when no other integration has it; undefined when one has, or without a tag. */
export async function findUnusedTag(
  db: Queries,
  { id, organizationId }: { id: string; organizationId: string },
  trigger: TriggerConfig,
): Promise<string | undefined> {
  const tag = trigger.type === 'event' ? trigger.event.tag : undefined;
  if (tag === undefined) return undefined;
  const tagged = await listIntegrations(db, { organizationId, tag, limit: 2 });
  return tagged.some((integration) => integration.id !== id) ? undefined : tag;
}

function rejectSource(message: string): Problem {
  return {
    kind: 'invalid',
    message: `Validation failed: ${message}`,
    fields: { 'triggerConfig.event.integrationId': [message] },
  };
}

/**
 * Stores which integration a deployed one waits for, or that it waits for none, for example when the other was deleted for good.
 * A deleted source may be restored, and starts the deployed integration again then.
 */
export async function saveEventTrigger(
  tx: Queries,
  saved: { integrationId: string; organizationId: string; isActive: boolean; trigger: TriggerConfig },
): Promise<void> {
  const { integrationId, organizationId, isActive, trigger } = saved;
  const source = isActive && trigger.type === 'event' ? trigger.event : undefined;
  if (source?.integrationId === anyIntegration) {
    const { on: ending, tag = null } = source;
    await replaceOrganizationEventTrigger(tx, { organizationId, integrationId, ending, tag });
    return;
  }
  const key = source && { id: source.integrationId, organizationId };
  const isKept = key && ((await findIntegration(tx, key)) ?? (await findRestorableIntegration(tx, key)));
  if (source && isKept) {
    const { integrationId: sourceIntegrationId, on } = source;
    await replaceEventTrigger(tx, { integrationId, sourceIntegrationId, ending: on });
  } else await deleteEventTrigger(tx, integrationId);
}

/** Notifies the runner, and the screens of the integrations whose executions an ending queued, once these are on disk. */
export function publishEventTriggers(context: AppContext, integrationIds: string[]): void {
  for (const integrationId of integrationIds) context.changeEvents.publish(integrationId);
  if (integrationIds.length > 0) context.wake();
}
