// Deletes an integration: it is out of service at once, and can be restored for some days. Then its removal begins.
import type { AppContext } from '~/context';
import { deleteConnectionUses } from '~/db/connections/connection-uses';
import { cancelBegunExecutions, cancelQueuedExecutions } from '~/db/executions/cancellation';
import { deleteEventTrigger } from '~/db/integrations/event-triggers';
import { updateIntegrationDeleted } from '~/db/integrations/deleted-integrations';
import { findIntegration } from '~/db/integrations/integrations';
import { deleteSchedule } from '~/db/integrations/schedules';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { deleteValueUses } from '~/db/values/value-uses';
import { restorableDays } from '~/engine/definition/restorable-days';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission, transactAsMember } from '../check-permission';
import { cancelBegun, cancelWaiting } from './cancel-waiting';

const wasDeleted = 'The integration was deleted.';
const restorableMs = restorableDays * 24 * 3_600_000;

/**
 * Deletes an integration, and cancels its executions that have not ended. All that it has stays, so that `restoreIntegration`
 * brings it back, until `deleteOverdueIntegrations` or `deleteIntegrationNow` queues its removal. Problem: not-found.
 */
export async function deleteIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'deleted' } | Problem> {
  const { organizationId, userId } = actor;
  const key = { id, organizationId };
  const refusedBefore = await checkPermission(context.db, actor, 'edit-integrations');
  if (refusedBefore) return refusedBefore;
  if (!(await findIntegration(context.db, key))) return { kind: 'not-found' };
  await cancelWaiting(context, key, wasDeleted);
  await cancelBegun(context, key, wasDeleted);
  const now = context.now();
  const cancelling = { integrationId: id, organizationId, reason: wasDeleted, now };
  const refused = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | undefined> => {
      const integration = await findIntegration(tx, key);
      if (!integration) return { kind: 'not-found' };
      await updateIntegrationDeleted(tx, key, { userId, restorableUntil: now + restorableMs, now });
      await deleteSchedule(tx, id);
      await deleteEventTrigger(tx, id);
      await deleteConnectionUses(tx, id);
      await deleteValueUses(tx, id);
      await cancelQueuedExecutions(tx, cancelling);
      await cancelBegunExecutions(tx, cancelling);
      const { name: detail } = integration; // Its row will be gone.
      await insertAuditEntry(tx, { ...actor, kind: 'integration-deleted', subjectId: id, detail, now });
      return undefined;
    },
  );
  if (refused) return refused;
  context.wake();
  context.changeEvents.publish(id);
  return { kind: 'deleted' };
}
