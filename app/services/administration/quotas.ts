// The administrator of the installation limits how many executions an organization may begin.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findClaimQuota, type Quota, updateQuota } from '~/db/organizations/quotas';
import type { Problem } from '~/problem';
import { actAsAdministrator, type Administrator, type By } from '../installation/administrators';
import { describeBounds } from '../limits/quota-text';
import { keepSeenFields } from '../seen-fields';

/** Sets both limits; queued executions that may begin now begin. Problem: not-found. */
export async function setQuota(
  tx: Queries,
  organizationId: string,
  quota: Quota,
  by: By,
): Promise<{ kind: 'done' } | Problem> {
  if (!(await updateQuota(tx, organizationId, quota))) return { kind: 'not-found' };
  const detail = describeBounds(quota);
  await insertAuditEntry(tx, {
    kind: 'quota-changed',
    organizationId,
    subjectId: organizationId,
    detail,
    ...by,
  });
  return { kind: 'done' };
}

/**
 * Sets both limits for an administrator. `seen`: the limits that the administrator saw before. Problems: forbidden, not-found;
 * conflict when someone else changed one of them since.
 */
export async function changeQuota(
  context: AppContext,
  administrator: Administrator,
  organizationId: string,
  quota: Quota,
  seen: object = {},
): Promise<{ kind: 'done' } | Problem> {
  const outcome = await actAsAdministrator(
    context,
    administrator,
    async (tx, by): Promise<{ kind: 'done' } | Problem> => {
      const stored = await findClaimQuota(tx, organizationId);
      if (!stored) return { kind: 'not-found' };
      const kept = keepSeenFields(quota, seen, stored);
      if (kept.kind === 'change') return setQuota(tx, organizationId, { ...stored, ...kept.change }, by);
      const { executionsPerHour, executionsPerDay } = stored;
      const message = `Nothing was saved: someone else has changed the quota in the meantime, to ${describeBounds({ executionsPerHour, executionsPerDay })}.`;
      return { kind: 'conflict', message };
    },
  );
  if (outcome.kind === 'done') context.wake();
  return outcome;
}
