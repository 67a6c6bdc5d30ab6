// The administrator of the installation limits how many executions an organization may begin.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { type Quota, updateQuota } from '~/db/organizations/quotas';
import type { Problem } from '~/problem';
import { actAsAdministrator, type Administrator, type By } from '../installation/administrators';
import { describeBounds } from '../limits/quota-text';

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

/** Sets both limits for an administrator. Problems: forbidden, not-found. */
export async function changeQuota(
  context: AppContext,
  administrator: Administrator,
  organizationId: string,
  quota: Quota,
): Promise<{ kind: 'done' } | Problem> {
  const outcome = await actAsAdministrator(context, administrator, (tx, by) =>
    setQuota(tx, organizationId, quota, by),
  );
  if (outcome.kind === 'done') context.wake();
  return outcome;
}
