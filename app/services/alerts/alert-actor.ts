import type { Config } from '~/config';
import type { AlertOwner } from '~/db/alerts/channels';
import { type AuditKind, insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { checkAdministrator } from '../installation/administrators';

/** The user who acts, and the owner of the alerts: the organization, or null for the installation. */
export type AlertActor = Omit<Actor, 'organizationId'> & AlertOwner;

/** Returns undefined when the actor may manage these alerts, else forbidden or not-found. */
export async function checkAlertPermission(
  db: Queries,
  config: Config,
  actor: AlertActor,
): Promise<Problem | undefined> {
  const { organizationId } = actor;
  return organizationId === null
    ? checkAdministrator(db, config, actor)
    : checkPermission(db, { ...actor, organizationId }, 'manage-alerts');
}

/** Adds an audit entry; for the installation's alerts it has no organization. */
export async function auditAlerts(
  tx: Queries,
  { organizationId, userId, address }: AlertActor,
  entry: { kind: AuditKind; subjectId: string; detail: string; now: number },
): Promise<void> {
  await insertAuditEntry(tx, {
    userId,
    ...(organizationId !== null && { organizationId }),
    ...(address !== undefined && { address }),
    ...entry,
  });
}
