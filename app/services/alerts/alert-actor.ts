import type { Config } from '~/config';
import type { AlertOwner } from '~/db/alerts/channels';
import { type AuditKind, insertAudit } from '~/db/organizations/audit';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { checkAdministrator } from '../installation/administrators';

/** Who does it, and whose alerts they are: of their organization, or with null of the installation. */
export type AlertActor = Omit<Actor, 'organizationId'> & AlertOwner;

/** Undefined when the actor may look after these alerts, else forbidden or not-found. */
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

/** Writes down what was done, of the installation's alerts without an organization. */
export async function auditAlerts(
  tx: Queries,
  { organizationId, userId, address }: AlertActor,
  entry: { kind: AuditKind; subjectId: string; detail: string; now: number },
): Promise<void> {
  await insertAudit(tx, {
    userId,
    ...(organizationId !== null && { organizationId }),
    ...(address !== undefined && { address }),
    ...entry,
  });
}
