// Lets a person end the wait of a run.
import type { AppContext } from '~/context';
import { continueCallWait } from '~/db/executions/queue/call-waits';
import { findExecution } from '~/db/executions/executions';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { hasEnded } from '~/engine/run/execution-status';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { transactAsMember } from '../check-permission';

/**
 * Ends the wait before a call: the execution goes on as if its time had come. Problems: not-found; conflict when the execution
 * does not wait before a call.
 */
export async function continueExecution(
  context: AppContext,
  actor: Actor,
  { integrationId, executionId }: { integrationId: string; executionId: string },
): Promise<{ kind: 'continued' } | Problem> {
  const { organizationId } = actor;
  const now = context.now();
  const outcome = await transactAsMember(
    context.db,
    actor,
    'run-integrations',
    async (tx): Promise<{ kind: 'continued' } | Problem> => {
      const execution = await findExecution(tx, { id: executionId, integrationId, organizationId });
      if (!execution) return { kind: 'not-found' };
      if (hasEnded(execution.status)) {
        return { kind: 'conflict', message: 'This execution has already ended.' };
      }
      if (!(await continueCallWait(tx, { executionId, now }))) {
        return { kind: 'conflict', message: 'This execution does not wait before a call.' };
      }
      await insertAuditEntry(tx, { ...actor, kind: 'execution-continued', subjectId: executionId, now });
      return { kind: 'continued' };
    },
  );
  if (outcome.kind === 'continued') {
    context.wake();
    context.changeEvents.publish(integrationId);
  }
  return outcome;
}
