// What brakes an integration, which is no part of a version: each change is live at once and stands in the audit log.
import { type DefinedIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import { updateLimits } from '~/db/integrations/limits';
import { updatePauseLimit } from '~/db/integrations/pauses';
import type { Queries } from '~/db/core/queries';
import { insertAudit } from '~/db/organizations/audit';
import type { Actor } from '../actor';
import type { IntegrationChange } from './validate-definition';

const names = {
  pauseAfterErrors: 'Errors in a row',
  executionsAtOnce: 'Executions at once',
  executionsPerHour: 'Executions an hour',
  deliveriesPerSecond: 'Deliveries a second',
  retentionDays: 'Days kept',
} as const;

type Limits = Pick<DefinedIntegration, keyof typeof names>;

/** Saves what of the limits a change names. */
export async function saveLimits(
  tx: Queries,
  actor: Actor,
  { before, change, now }: { before: DefinedIntegration; change: IntegrationChange; now: number },
): Promise<void> {
  const after = mergeLimits(before, change);
  const changed = (Object.keys(names) as (keyof Limits)[]).filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  const key: IntegrationKey = { id: before.id, organizationId: before.organizationId };
  const { pauseAfterErrors, ...limits } = after;
  if (changed.includes('pauseAfterErrors')) await updatePauseLimit(tx, key, pauseAfterErrors);
  if (changed.some((name) => name !== 'pauseAfterErrors')) await updateLimits(tx, key, limits);
  const detail = changed.map((name) => `${names[name]}: ${after[name] ?? 'none'}`).join(', ');
  await insertAudit(tx, { ...actor, kind: 'limits-changed', subjectId: before.id, detail, now });
}

function mergeLimits(before: DefinedIntegration, change: IntegrationChange): Limits {
  const {
    pauseAfterErrors = before.pauseAfterErrors,
    executionsAtOnce = before.executionsAtOnce,
    executionsPerHour = before.executionsPerHour,
    deliveriesPerSecond = before.deliveriesPerSecond,
    retentionDays = before.retentionDays,
  } = change;
  return { pauseAfterErrors, executionsAtOnce, executionsPerHour, deliveriesPerSecond, retentionDays };
}
