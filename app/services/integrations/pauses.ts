// The actions of a person on an integration that was paused after errors in a row.
import type { AppContext } from '~/context';
import { cancelQueuedExecutions } from '~/db/executions/cancellation';
import { findIntegration } from '~/db/integrations/integrations';
import { resumeIntegrationRow } from '~/db/integrations/pauses';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { checkPermission, transactAsMember } from '../check-permission';
import { cancelWaiting } from './cancel-waiting';

const wasDiscarded = 'It was discarded while the integration was paused.';

/** Resumes an integration: what waits is started now. Does nothing when it is not paused. Problem: not-found. */
export async function resumeIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'resumed' } | Problem> {
  const key = { id, organizationId: actor.organizationId };
  const refused = await transactAsMember(
    context.db,
    actor,
    'run-integrations',
    async (tx): Promise<Problem | undefined> => {
      if (!(await findIntegration(tx, key))) return { kind: 'not-found' };
      if (await resumeIntegrationRow(tx, key)) {
        await addAuditEntry(context, tx, actor, { kind: 'integration-resumed', subjectId: id });
      }
      return undefined;
    },
  );
  if (refused) return refused;
  context.wake();
  context.changeEvents.publish(id);
  return { kind: 'resumed' };
}

/** Cancels what waits in a paused integration, which stays paused. Problems: not-found; invalid when it is not paused. */
export async function discardWaiting(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'discarded'; count: number } | Problem> {
  const key = { id, organizationId: actor.organizationId };
  const refused = await checkPermission(context.db, actor, 'run-integrations');
  if (refused) return refused;
  // No execution begins while the integration is paused.
  const isPaused = typeof (await findIntegration(context.db, key))?.pausedAt === 'number';
  const before = isPaused ? await cancelWaiting(context, key, wasDiscarded) : 0;
  const now = context.now();
  // Without another look at the membership: what was cancelled already is written down in any case.
  const outcome = await context.db.transaction(async (tx) => {
    const integration = await findIntegration(tx, key);
    if (!integration) return { kind: 'not-found' as const };
    const wasResumed = integration.pausedAt === null;
    if (wasResumed && before === 0) {
      return { kind: 'invalid' as const, message: 'This integration is not paused.' };
    }
    const { organizationId } = key;
    const cancelling = { integrationId: id, organizationId, reason: wasDiscarded, now };
    const count = before + (wasResumed ? 0 : await cancelQueuedExecutions(tx, cancelling));
    const detail = count === 1 ? '1 execution' : `${count} executions`;
    await insertAuditEntry(tx, {
      ...actor,
      kind: 'waiting-executions-discarded',
      subjectId: id,
      detail,
      now,
    });
    return { kind: 'discarded' as const, count };
  });
  if (outcome.kind === 'discarded') context.changeEvents.publish(id);
  return outcome;
}
