// Deletes an integration: for users at once, and from the disk in the background.
import type { AppContext } from '~/context';
import { deleteConnectionUses } from '~/db/connections/connection-uses';
import { cancelQueuedExecutions } from '~/db/executions/cancellation';
import { insertJob } from '~/db/executions/queue/jobs';
import { deleteEventTrigger } from '~/db/integrations/event-triggers';
import { updateIntegrationDeleted } from '~/db/integrations/deleted-integrations';
import { findIntegration } from '~/db/integrations/integrations';
import { deleteSchedule } from '~/db/integrations/schedules';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { deleteValueUses } from '~/db/values/value-uses';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { cancelWaiting } from './cancel-waiting';

const wasDeleted = 'The integration was deleted.';

/** Deletes an integration; its executions are removed in the background. Problem: not-found. */
export async function deleteIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'deleted' } | Problem> {
  const key = { id, organizationId: actor.organizationId };
  if (!(await findIntegration(context.db, key))) return { kind: 'not-found' };
  await cancelWaiting(context, key, wasDeleted);
  const now = context.now();
  const wasThere = await context.db.transaction(async (tx) => {
    const integration = await findIntegration(tx, key);
    if (!integration) return false;
    await updateIntegrationDeleted(tx, key, now);
    await deleteSchedule(tx, id);
    await deleteEventTrigger(tx, id);
    await deleteConnectionUses(tx, id);
    await deleteValueUses(tx, id);
    const { organizationId } = actor;
    await cancelQueuedExecutions(tx, { integrationId: id, organizationId, reason: wasDeleted, now });
    await insertJob(tx, { kind: 'purge-integration', subjectId: id, organizationId, runAt: now, now });
    const { name: detail } = integration; // Its row will be gone.
    await insertAuditEntry(tx, { ...actor, kind: 'integration-deleted', subjectId: id, detail, now });
    return true;
  });
  if (!wasThere) return { kind: 'not-found' };
  context.wake();
  context.changeEvents.publish(id);
  return { kind: 'deleted' };
}
