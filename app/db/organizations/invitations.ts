// Invitations are tokens of links in mails: a row stays after its use, and one address has at most one open invitation.
import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../core/queries';
import { isBehind, type PagePosition } from '../core/page-position';
import type { Access, Role, Tables } from '../core/tables';

export interface OpenInvitation {
  email: string;
  role: Role;
  access: Access;
  createdAt: number;
  expiresAt: number;
  /** The user who invited; null in an invitation of a former version. */
  inviterId: string | null;
  /** The present role of the inviter; null once they no longer belong to the organization. */
  inviterRole: Role | null;
}

export interface Invitation extends OpenInvitation {
  organizationId: string;
  organizationName: string;
  /** When the invitation was accepted, revoked or replaced by a newer one. */
  usedAt: number | null;
}

export async function insertInvitation(
  db: Queries,
  invitation: {
    tokenHash: string;
    organizationId: string;
    inviterId: string;
    email: string;
    role: Role;
    access?: Access;
    now: number;
    expiresAt: number;
  },
): Promise<void> {
  await db.run(
    db.build.insertInto('tokens').values({
      token_hash: invitation.tokenHash,
      purpose: 'invitation',
      // SQLite deletes the invitations of a deleted account.
      user_id: invitation.inviterId,
      organization_id: invitation.organizationId,
      email: invitation.email,
      role: invitation.role,
      access: invitation.access,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    }),
  );
}

/** Ends the open invitation of an address. Returns whether there was one. */
export async function updateInvitationEnded(
  db: Queries,
  invitation: { organizationId: string; email: string; now: number },
): Promise<boolean> {
  const endedCount = await db.run(
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

/** Lets the open invitations of an inviter to an organization expire. They stay visible, to be sent again. */
export async function updateInvitationsExpired(
  db: Queries,
  { organizationId, inviterId, now }: { organizationId: string; inviterId: string; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('tokens')
      .set({ expires_at: now })
      .where('user_id', '=', inviterId)
      .where('organization_id', '=', organizationId)
      .where('purpose', '=', 'invitation')
      .where('used_at', 'is', null)
      .where('expires_at', '>', now),
  );
}

/** Selects, for a query on `tokens`, the role of the person who invited. */
function inviterRole(eb: ExpressionBuilder<Tables, 'tokens'>) {
  return eb
    .selectFrom('memberships')
    .select('memberships.role')
    .whereRef('memberships.user_id', '=', 'tokens.user_id')
    .whereRef('memberships.organization_id', '=', 'tokens.organization_id')
    .as('inviterRole');
}

/** Returns the invitation of a link, with its organization. */
export async function findInvitation(db: Queries, tokenHash: string): Promise<Invitation | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('tokens')
      .innerJoin('organizations', 'organizations.id', 'tokens.organization_id')
      .select((eb) => [
        'organizations.id as organizationId',
        'organizations.name as organizationName',
        'email',
        'role',
        'access',
        'tokens.created_at as createdAt',
        'expires_at as expiresAt',
        'used_at as usedAt',
        'tokens.user_id as inviterId',
        inviterRole(eb),
      ])
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', 'invitation'),
  );
  return row && { ...row, role: row.role ?? 'MEMBER', access: row.access ?? 'edit' };
}

/** Checks whether there is an invitation to this address that is neither ended nor expired. */
export async function hasInvitation(db: Queries, email: string, now: number): Promise<boolean> {
  const row = await db.first(
    db.build
      .selectFrom('tokens')
      .select('token_hash')
      .where('purpose', '=', 'invitation')
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .limit(1),
  );
  return row !== undefined;
}

function selectOpenInvitations(db: Queries, organizationId: string) {
  return db.build
    .selectFrom('tokens')
    .select((eb) => [
      'email',
      eb.fn.coalesce('role', eb.val<Role>('MEMBER')).as('role'),
      eb.fn.coalesce('access', eb.val<Access>('edit')).as('access'),
      'created_at as createdAt',
      'expires_at as expiresAt',
      'user_id as inviterId',
      inviterRole(eb),
    ])
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null);
}

/** Returns the invitation of an address that nobody accepted or revoked; it may have expired. */
export function findOpenInvitation(
  db: Queries,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<OpenInvitation | undefined> {
  return db.first(selectOpenInvitations(db, organizationId).where('email', '=', email));
}

/** Returns invitations that nobody accepted or revoked, expired ones included, in the order of their addresses. */
export function listOpenInvitations(
  db: Queries,
  page: { organizationId: string; after?: string; limit: number },
): Promise<OpenInvitation[]> {
  return db.all(
    selectOpenInvitations(db, page.organizationId)
      .where('email', '>', page.after ?? '')
      .orderBy('email')
      .limit(page.limit),
  );
}

/** Returns the same invitations, newest first, from after the position `before`, whose id is the address. */
export function listNewestInvitations(
  db: Queries,
  page: { organizationId: string; before?: PagePosition | undefined; limit: number },
): Promise<OpenInvitation[]> {
  return db.all(
    selectOpenInvitations(db, page.organizationId)
      .where((eb) => isBehind(eb, page.before, ['created_at', 'email']))
      .orderBy('created_at', 'desc')
      .orderBy('email', 'desc')
      .limit(page.limit),
  );
}

/** Deletes an organization's invitations, including used ones. */
export async function deleteInvitations(db: Queries, organizationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('tokens').where('organization_id', '=', organizationId));
}

/** Deletes the invitations of an address that were accepted or ended otherwise. */
export async function deleteEndedInvitationsOf(db: Queries, email: string): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('tokens')
      .where('purpose', '=', 'invitation')
      .where('email', '=', email)
      .where('used_at', 'is not', null),
  );
}
