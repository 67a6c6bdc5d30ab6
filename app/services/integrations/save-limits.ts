// Saves the limits of an integration, which belong to no version: each change is live at once and written to the audit log.
import type { IntegrationKey } from '~/db/integrations/integrations';
import { updateLimits } from '~/db/executions/execution-limits';
import { updatePauseLimit } from '~/db/integrations/pauses';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import {
  describeLimits,
  type IntegrationLimits,
  listChangedLimits,
} from '~/engine/definition/execution-limits';
import type { Actor } from '../actor';
import type { IntegrationChange } from './validate-definition';

type LimitsChange = Pick<IntegrationChange, keyof IntegrationLimits>;

/** Saves the limits that a change names; `before` is the stored integration. */
export async function saveLimits(
  tx: Queries,
  actor: Actor,
  { before, change, now }: { before: IntegrationKey & IntegrationLimits; change: LimitsChange; now: number },
): Promise<void> {
  const after = mergeLimits(before, change);
  const changed = listChangedLimits(before, after);
  if (changed.length === 0) return;
  const key: IntegrationKey = { id: before.id, organizationId: before.organizationId };
  const { pauseAfterErrors, ...limits } = after;
  if (changed.includes('pauseAfterErrors')) await updatePauseLimit(tx, key, pauseAfterErrors);
  if (changed.some((name) => name !== 'pauseAfterErrors')) await updateLimits(tx, key, limits);
  const detail = describeLimits(after, changed);
  await insertAuditEntry(tx, { ...actor, kind: 'limits-changed', subjectId: before.id, detail, now });
}

function mergeLimits(before: IntegrationLimits, change: LimitsChange): IntegrationLimits {
  const {
    pauseAfterErrors = before.pauseAfterErrors,
    executionsAtOnce = before.executionsAtOnce,
    executionsPerHour = before.executionsPerHour,
    deliveriesPerSecond = before.deliveriesPerSecond,
    retentionDays = before.retentionDays,
    retentionDaysFailed = before.retentionDaysFailed,
    retentionMib = before.retentionMib,
    automaticReplays = before.automaticReplays,
  } = change;
  return {
    pauseAfterErrors,
    executionsAtOnce,
    executionsPerHour,
    deliveriesPerSecond,
    retentionDays,
    retentionDaysFailed,
    retentionMib,
    automaticReplays,
  };
}
