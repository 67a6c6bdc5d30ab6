// Invitations are tokens of links in mails: a row stays after its use, and one address has one open invitation at most.
import type { Queries } from './open';
import type { Role } from './schema';

export interface OpenInvitation {
  email: string;
  role: Role;
  createdAt: number;
  expiresAt: number;
}

export interface Invitation extends OpenInvitation {
  organizationId: string;
  organizationName: string;
  /** When it was accepted, revoked or replaced by a newer one. */
  usedAt: number | null;
}

export function insertInvitation(
  db: Queries,
  invitation: {
    tokenHash: string;
    organizationId: string;
    email: string;
    role: Role;
    now: number;
    expiresAt: number;
  },
): void {
  db.run(
    db.build.insertInto('tokens').values({
      token_hash: invitation.tokenHash,
      purpose: 'invitation',
      organization_id: invitation.organizationId,
      email: invitation.email,
      role: invitation.role,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    }),
  );
}

/** Ends the open invitation of an address; answers whether there was one. */
export function updateInvitationEnded(
  db: Queries,
  invitation: { organizationId: string; email: string; now: number },
): boolean {
  const endedCount = db.run(
    db.build
      .updateTable('tokens')
      .set({ used_at: invitation.now })
      .where('organization_id', '=', invitation.organizationId)
      .where('purpose', '=', 'invitation')
      .where('email', '=', invitation.email)
      .where('used_at', 'is', null),
  );
  return endedCount > 0;
}

/** The invitation of a link, with the organization that it leads into. */
export function findInvitation(db: Queries, tokenHash: string): Invitation | undefined {
  const row = db.first(
    db.build
      .selectFrom('tokens')
      .innerJoin('organizations', 'organizations.id', 'tokens.organization_id')
      .select([
        'organizations.id as organizationId',
        'organizations.name as organizationName',
        'email',
        'role',
        'tokens.created_at as createdAt',
        'expires_at as expiresAt',
        'used_at as usedAt',
      ])
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', 'invitation'),
  );
  return row && { ...row, role: row.role ?? 'MEMBER' };
}

/** Invitations that nobody accepted or revoked, expired ones included, in the order of their addresses. */
export function listOpenInvitations(
  db: Queries,
  page: { organizationId: string; after?: string; limit: number },
): OpenInvitation[] {
  const rows = db.all(
    db.build
      .selectFrom('tokens')
      .select(['email', 'role', 'created_at as createdAt', 'expires_at as expiresAt'])
      .where('organization_id', '=', page.organizationId)
      .where('purpose', '=', 'invitation')
      .where('used_at', 'is', null)
      .where('email', '>', page.after ?? '')
      .orderBy('email')
      .limit(page.limit),
  );
  return rows.map(({ email, role, createdAt, expiresAt }) => {
    return { email, role: role ?? 'MEMBER', createdAt, expiresAt };
  });
}

/** Forgets an organization's invitations, also those that were used. */
export function deleteInvitations(db: Queries, organizationId: string): void {
  db.run(db.build.deleteFrom('tokens').where('organization_id', '=', organizationId));
}

/** Forgets the invitations that an address accepted or that ended otherwise. */
export function deleteEndedInvitationsOf(db: Queries, email: string): void {
  db.run(
    db.build
      .deleteFrom('tokens')
      .where('purpose', '=', 'invitation')
      .where('email', '=', email)
      .where('used_at', 'is not', null),
  );
}
