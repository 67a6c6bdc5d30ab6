// Owners and admins keep their power when the session that gave it to them ends. So a person who gives that power proves
// who they are first, and the owners are mailed.
import { isAtMost } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import { findUser } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import type { Role } from '~/db/core/schema';
import { listOwnerEmails } from '~/db/organizations/memberships';
import { findOrganization } from '~/db/organizations/organizations';
import { roleGrantMessage } from '~/email/role-grant-message';
import type { Problem } from '~/problem';
import { changeByPassword, type OwnerProof } from '../accounts/proof/password-proof';
import type { Actor } from '../actor';
import { queueEmail } from '../mail';

/** What the caller proved; nothing when the caller was not asked. The address is the actor's. */
export type GrantProof = Omit<OwnerProof, 'address'>;

/** What is about to change; `isGrant`: it gives the power of an admin or owner, which they did not have. */
export interface RoleChecked {
  kind: 'checked';
  isGrant: boolean;
}

/** Whether a role lets its holder manage the organization in a way that the role before did not. */
export function isGrant(role: Role, former: Role = 'MEMBER'): boolean {
  return !isAtMost(role, former);
}

interface RightsChange<Outcome> {
  /** Runs before the proof, so that nobody is asked for a password in vain, and again in the transaction. */
  check(db: Queries): Promise<RoleChecked | Problem>;
  /** Counts what has a limit; after the proof and before the transaction, which may be executed again. */
  admit?(): Problem | undefined;
  work(tx: Queries, isGranted: boolean): Promise<Outcome | Problem>;
}

/**
 * Does the work in one transaction. A person proves who they are when `check` says that the work is a grant; an API token does
 * not, since its maker did when they made it. Problems: those of `check`, `admit` and the work; those of `provePassword`.
 */
export async function changeRights<Outcome>(
  context: AppContext,
  actor: Actor & { address: string },
  proof: GrantProof,
  { check, admit = () => undefined, work }: RightsChange<Outcome>,
): Promise<Outcome | Problem> {
  const first = await check(context.db);
  if (first.kind !== 'checked') return first;
  const isPerson = actor.atMost === undefined;
  const asksProof = first.isGrant && isPerson;
  const checkAndWork = async (tx: Queries): Promise<Outcome | Problem> => {
    const checked = await check(tx);
    if (checked.kind !== 'checked') return checked;
    // The member's role may have been lowered meanwhile, so that the change is a grant only now.
    if (checked.isGrant && isPerson && !asksProof) return { kind: 'proof-needed' };
    return work(tx, checked.isGrant);
  };
  if (!asksProof) {
    const refusal = admit();
    if (refusal) return refusal;
    const outcome = await context.db.transaction(checkAndWork);
    context.wake();
    return outcome;
  }
  const user = await findUser(context.db, actor.userId);
  if (!user) return { kind: 'not-found' };
  return changeByPassword(context, user, { ...proof, address: actor.address }, checkAndWork, admit);
}

/** Mails the owners who gave whom which role. `hasJoined`: whether that person is a member already, and not only invited. */
export async function mailOwners(
  context: AppContext,
  tx: Queries,
  actor: Actor,
  grant: { email: string; role: Role; hasJoined: boolean },
): Promise<void> {
  const { organizationId, userId } = actor;
  const message = roleGrantMessage(
    {
      ...grant,
      by: (await findUser(tx, userId))?.email ?? '',
      isByToken: actor.tokenId !== undefined,
      organizationName: (await findOrganization(tx, organizationId))?.name ?? '',
    },
    `${context.config.appUrl}/organization/settings/members`,
  );
  for (const recipient of await listOwnerEmails(tx, organizationId)) {
    await queueEmail(context, tx, { recipient, message, organizationId, now: context.now() });
  }
}
