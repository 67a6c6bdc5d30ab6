import { inQuotes } from '~/engine/texts/in-quotes';
import { createToken, hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { can } from '~/auth/role-permissions';
import {
  type Invitation,
  type OpenInvitation,
  findInvitation,
  findOpenInvitation,
  insertInvitation,
  updateInvitationEnded,
} from '~/db/organizations/invitations';
import { findMembership } from '~/db/organizations/memberships';
import { findOrganization } from '~/db/organizations/organizations';
import type { Queries } from '~/db/core/queries';
import type { Access } from '~/db/core/tables';
import { findUserByEmail } from '~/db/accounts/users';
import { findUser } from '~/db/accounts/users';
import { invitationMessage } from '~/email/invitation-message';
import type { Invite } from '~/fields';
import type { Problem } from '~/problem';
import { describeRights, readRights } from './chosen-rights';
import { countAccountAction, countMail } from '../limits/account-limits';
import type { Actor } from '../actor';
import { queueEmail } from '../mail';
import { checkPermission } from '../check-permission';
import { changeRights, type RightsProof, isGrant, mailOwners, type RightsChecked } from './rights-changes';

const validMs = 7 * 24 * 60 * 60_000;

type Chosen = Pick<OpenInvitation, 'email' | 'role'> & { access?: Access | undefined };

/** Whom to invite. `find` returns what was chosen for them, in the transaction. */
interface Invited {
  email: string;
  find: (db: Queries) => Promise<Chosen | Problem>;
}

/**
 * Mails a link into the organization. An earlier link to the same address stops working, so this also sends an invitation
 * again. An invitation as an admin asks for a proof and mails the owners, unless it only sends one again. Problems: forbidden,
 * not-found, invalid, already-member, too-many-requests; those of `provePassword`.
 *
 * @param formToken the token of the form with this input: while the link of an invitation that the form sent before is open,
 * nothing is sent again
 */
export function inviteMember(
  context: AppContext,
  actor: Actor & { address: string },
  input: Invite,
  proof: RightsProof = {},
  formToken?: string,
): Promise<{ kind: 'invited' } | Problem> {
  const find = () => Promise.resolve(input);
  return sendInvitation(context, actor, { email: input.email, find }, proof, formToken);
}

/**
 * Sends an invitation again that nobody accepted or revoked, with the role and access that it has by now. Otherwise as
 * `inviteMember`; not-found when there is none any more.
 */
export function resendInvitation(
  context: AppContext,
  actor: Actor & { address: string },
  email: string,
  proof: RightsProof = {},
  formToken?: string,
): Promise<{ kind: 'invited' } | Problem> {
  const { organizationId } = actor;
  const find = async (db: Queries) => (await findOpenInvitation(db, { organizationId, email })) ?? gone;
  return sendInvitation(context, actor, { email, find }, proof, formToken);
}

const gone: Problem = { kind: 'not-found', message: 'This invitation was revoked or accepted meanwhile.' };

async function sendInvitation(
  context: AppContext,
  actor: Actor & { address: string },
  invited: Invited,
  proof: RightsProof,
  formToken: string | undefined,
): Promise<{ kind: 'invited' } | Problem> {
  if (await isSent(context.db, actor, formToken)) return { kind: 'invited' };
  return changeRights<{ kind: 'invited' }>(context, actor, proof, {
    check: (db) => checkInvitation(context, db, actor, invited),
    admit: () => {
      const retryAfterSeconds =
        countAccountAction(context, 'invitation', actor.address) || countMail(context, 'invitation', invited);
      return retryAfterSeconds > 0 ? { kind: 'too-many-requests', retryAfterSeconds } : undefined;
    },
    work: (tx, isGranted) => insertAndMail(context, tx, actor, { ...invited, isGranted, formToken }),
  });
}

/** Whether a form has sent an invitation whose link nobody used, revoked or replaced. */
async function isSent(db: Queries, { organizationId }: Actor, formToken?: string): Promise<boolean> {
  const sent = formToken === undefined ? undefined : await findInvitation(db, hashToken(formToken));
  return sent?.organizationId === organizationId && sent.usedAt === null;
}

async function checkInvitation(
  context: AppContext,
  db: Queries,
  actor: Actor,
  { email, find }: Invited,
): Promise<RightsChecked | Problem> {
  const { organizationId } = actor;
  const refusal = await checkPermission(db, actor, 'manage-members');
  if (refusal) return refusal;
  const chosen = await find(db);
  if ('kind' in chosen) return chosen;
  const read = readRights(chosen);
  if (read.kind !== 'rights') return read;
  const known = await findUserByEmail(db, email);
  if (known && (await findMembership(db, known.id, organizationId))) return { kind: 'already-member' };
  const open = await findOpenInvitation(db, { organizationId, email });
  const isKept = open !== undefined && describeInvitationState(open, context.now()) !== 'ended';
  return { kind: 'checked', isOfPower: isGrant(chosen.role, isKept ? open.role : undefined) };
}

async function insertAndMail(
  context: AppContext,
  tx: Queries,
  actor: Actor & { address: string },
  { email, find, isGranted, formToken }: Invited & { isGranted: boolean; formToken: string | undefined },
): Promise<{ kind: 'invited' } | Problem> {
  const { organizationId, userId, address } = actor;
  const organization = await findOrganization(tx, organizationId);
  if (!organization) return { kind: 'not-found' };
  const chosen = await find(tx);
  if ('kind' in chosen) return chosen;
  const read = readRights(chosen, await findOpenInvitation(tx, { organizationId, email }));
  if (read.kind !== 'rights') return read;
  if (await isSent(tx, actor, formToken)) return { kind: 'invited' };
  const now = context.now();
  // The link of the form's earlier invitation has ended, so that this one needs another.
  const isTaken = formToken !== undefined && (await findInvitation(tx, hashToken(formToken))) !== undefined;
  const token = formToken === undefined || isTaken ? createToken() : formToken;
  await updateInvitationEnded(tx, { organizationId, email, now });
  await insertInvitation(tx, {
    email,
    ...read.rights,
    tokenHash: hashToken(token),
    organizationId,
    inviterId: userId,
    now,
    expiresAt: now + validMs,
  });
  const by = (await findUser(tx, userId))?.email ?? '';
  const message = invitationMessage(
    { organizationName: organization.name, by },
    `${context.config.appUrl}/invitation?token=${token}`,
  );
  await queueEmail(context, tx, { recipient: email, message, organizationId, now });
  const detail = `${email}: ${describeRights(read.rights)}`;
  await insertAuditEntry(tx, { kind: 'member-invited', organizationId, userId, detail, address, now });
  if (isGranted) await mailOwners(context, tx, actor, { email, role: read.rights.role, hasJoined: false });
  return { kind: 'invited' };
}

/** Revokes the link that was mailed to an address. Problems: forbidden, not-found. */
export function revokeInvitation(
  context: AppContext,
  actor: Actor,
  email: string,
): Promise<{ kind: 'revoked' } | Problem> {
  const { organizationId, userId, address } = actor;
  const now = context.now();
  return context.db.transaction(async (tx): Promise<{ kind: 'revoked' } | Problem> => {
    const refusal = await checkPermission(tx, actor, 'manage-members');
    if (refusal) return refusal;
    if (!(await updateInvitationEnded(tx, { organizationId, email, now }))) return { kind: 'not-found' };
    await insertAuditEntry(tx, {
      kind: 'invitation-revoked',
      organizationId,
      userId,
      detail: email,
      address,
      now,
    });
    return { kind: 'revoked' };
  });
}

/** The state of an invitation that nobody accepted or revoked. */
type InvitationState = 'open' | 'expired' | 'ended';

/** Returns 'ended' when the person who invited may no longer invite. */
export function describeInvitationState(invitation: OpenInvitation, now: number): InvitationState {
  const { inviterId, inviterRole, expiresAt } = invitation;
  if (inviterId !== null && !(inviterRole && can({ role: inviterRole, access: 'edit' }, 'manage-members')))
    return 'ended';
  return expiresAt <= now ? 'expired' : 'open';
}

/** Returns the invitation behind a link, without using it up. Problems: invalid-, expired-, ended-invitation. */
export async function readInvitation(
  db: Queries,
  token: string,
  now: number,
): Promise<{ kind: 'invitation'; invitation: Invitation } | Problem> {
  const invitation = await findInvitation(db, hashToken(token));
  if (!invitation || invitation.usedAt !== null) return { kind: 'invalid-invitation' };
  const state = describeInvitationState(invitation, now);
  if (state === 'open') return { kind: 'invitation', invitation };
  const by = invitation.inviterId ? await findUser(db, invitation.inviterId) : undefined;
  return { kind: `${state}-invitation`, message: describeUnusable(invitation, state, by?.email) };
}

/** Names what the mail named, so that the invited person knows whom to ask. */
function describeUnusable(
  { organizationName }: Invitation,
  state: 'expired' | 'ended',
  by = 'the person who sent it',
): string {
  const why = state === 'expired' ? 'has expired' : `has ended, because ${by} can no longer invite`;
  const whom = state === 'expired' ? `Please ask ${by} for a new one.` : 'Please ask for a new one.';
  return `The invitation to ${inQuotes(organizationName)} ${why}. ${whom}`;
}
