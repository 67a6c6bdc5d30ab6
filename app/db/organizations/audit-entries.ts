import { newId } from '../core/id';
import type { Queries } from '../core/queries';
import { listOrganizationIds } from './organizations';

export type AuditKind =
  | 'sign-up'
  | 'login'
  | 'login-failed'
  | 'logout'
  | 'verification-requested'
  | 'email-verified'
  | 'password-reset-requested'
  | 'password-reset'
  | 'password-changed'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'identity-connected'
  | 'identity-disconnected'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'profile-updated'
  | 'email-change-requested'
  | 'email-change-withdrawn'
  | 'email-changed'
  | 'email-restored'
  | 'session-ended'
  | 'company-details-updated'
  | 'payment-method-updated'
  | 'billing-webhook-tested'
  | 'test-data-downloaded'
  | 'integration-created'
  | 'integration-deployed'
  | 'integration-disabled'
  | 'integration-paused'
  | 'integration-resumed'
  | 'waiting-executions-discarded'
  | 'integration-deleted'
  | 'integration-restored'
  | 'integration-deleted-for-good'
  | 'integration-exported'
  | 'integrations-exported'
  | 'version-saved'
  | 'version-restored'
  | 'version-deployed'
  | 'version-noted'
  | 'deploy-on-save-changed'
  | 'required-tests-changed'
  | 'test-recorded'
  | 'test-changed'
  | 'test-deleted'
  | 'memory-changed'
  | 'memory-cleared'
  | 'limits-changed'
  | 'quota-changed'
  | 'secret-revealed'
  | 'secret-changed'
  | 'call-tested'
  | 'subscription-confirmed'
  | 'former-secret-ended'
  | 'public-form-changed'
  | 'public-form-moved'
  | 'integration-run'
  | 'execution-cancelled'
  | 'execution-continued'
  | 'execution-replayed'
  | 'replay-cancelled'
  | 'organization-created'
  | 'organization-updated'
  | 'member-invited'
  | 'invitation-revoked'
  | 'member-joined'
  | 'member-removed'
  | 'member-left'
  | 'role-changed'
  | 'access-changed'
  | 'organization-exported'
  | 'organization-deleted'
  | 'account-deleted'
  | 'api-token-created'
  | 'api-token-revoked'
  | 'connection-created'
  | 'connection-changed'
  | 'connection-deleted'
  | 'token-revoked'
  | 'token-not-revoked'
  | 'connection-used'
  | 'connection-tested'
  | 'value-created'
  | 'value-changed'
  | 'value-deleted'
  | 'value-used'
  | 'record-changed'
  | 'record-deleted'
  | 'store-deleted'
  | 'store-downloaded'
  | 'connection-authorized'
  | 'backup-made'
  | 'backup-restored'
  | 'installation-paused'
  | 'installation-resumed'
  | 'installation-read-only'
  | 'installation-read-write'
  | 'emails-queued-again'
  | 'administrator-made'
  | 'administrator-removed'
  | 'app-key-rotated'
  | 'channel-created'
  | 'channel-changed'
  | 'channel-deleted'
  | 'channel-tested'
  | 'incident-muted'
  | 'incident-resolved';

export interface NewAuditEntry {
  kind: AuditKind;
  organizationId?: string;
  /** The user who did it, when that is known. */
  userId?: string;
  /** The id of what it was done to. */
  subjectId?: string;
  detail?: string;
  /** The network address that it was done from. */
  address?: string;
  now: number;
}

/** Stores who did what, in the transaction that does it. */
export async function insertAuditEntry(db: Queries, entry: NewAuditEntry): Promise<void> {
  await db.run(db.build.insertInto('audit').values(toRow(newId(), entry)));
}

/** Stores an entry under its id; changes only the detail of an entry that is stored under this id already. */
export async function replaceAuditEntry(db: Queries, entry: NewAuditEntry & { id: string }): Promise<void> {
  await db.run(
    db.build
      .insertInto('audit')
      .values(toRow(entry.id, entry))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ detail: entry.detail ?? null })),
  );
}

function toRow(id: string, entry: NewAuditEntry) {
  return {
    id,
    organization_id: entry.organizationId ?? null,
    user_id: entry.userId ?? null,
    kind: entry.kind,
    subject_id: entry.subjectId ?? null,
    detail: entry.detail ?? null,
    address: entry.address ?? null,
    created_at: entry.now,
  };
}

/** Stores what was done to all organizations, in the audit log of each. */
export async function insertAuditEntryForAll(
  db: Queries,
  entry: Omit<NewAuditEntry, 'organizationId'>,
): Promise<void> {
  for (const organizationId of await listOrganizationIds(db))
    await insertAuditEntry(db, { ...entry, organizationId });
}
