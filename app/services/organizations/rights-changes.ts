// Owners and admins have power over an organization, and what a stolen session gives or takes of it outlives that session. So a
// person who gives or takes that power proves who they are first, and the owners are mailed.
import { isAtMost } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import { findUser } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import type { Role } from '~/db/core/tables';
import { listOwnerEmails } from '~/db/organizations/member-emails';
import { findOrganization } from '~/db/organizations/organizations';
import { roleGrantMessage } from '~/email/role-grant-message';
import { roleLossMessage } from '~/email/role-loss-messages';
import type { Problem } from '~/problem';
import { changeByPassword, type OwnerProof } from '../accounts/proof/password-proof';
import type { Actor } from '../actor';
import { countPowerChange } from '../limits/account-limits';
import { queueEmail } from '../mail';

/** What the caller proved; nothing when the caller was not asked. The address is the actor's. */
export type RightsProof = Omit<OwnerProof, 'address'>;

/** What is about to change; `isOfPower`: it gives or takes the power of an admin or owner. */
export interface RightsChecked {
  kind: 'checked';
  isOfPower: boolean;
}

/** Whether a role lets its holder manage the organization in a way that the role before did not. */
export function isGrant(role: Role, former: Role = 'MEMBER'): boolean {
  return !isAtMost(role, former);
}

interface RightsChange<Outcome> {
  /** Runs before the proof, so that nobody is asked for a password in vain, and again in the transaction. */
  check(db: Queries): Promise<RightsChecked | Problem>;
  /** Counts what has a limit; after the proof and before the transaction, which may be executed again. */
  admit?(): Problem | undefined;
  work(tx: Queries, isOfPower: boolean): Promise<Outcome | Problem>;
}

/**
 * Does the work in one transaction. A person proves who they are when `check` says that the work is about power; an API token
 * does not, since its maker did when they made it. Problems: too-many-requests; those of `check`, `admit` and the work; those
 * of `provePassword`.
 */
export async function changeRights<Outcome>(
  context: AppContext,
  actor: Actor & { address: string },
  proof: RightsProof,
  { check, admit = () => undefined, work }: RightsChange<Outcome>,
): Promise<Outcome | Problem> {
  const first = await check(context.db);
  if (first.kind !== 'checked') return first;
  const isPerson = actor.atMost === undefined;
  const asksProof = first.isOfPower && isPerson;
  const admitAll = (): Problem | undefined => {
    const refusal = admit();
    if (refusal || !first.isOfPower) return refusal;
    const retryAfterSeconds = countPowerChange(context, actor.organizationId);
    return retryAfterSeconds > 0 ? { kind: 'too-many-requests', retryAfterSeconds } : undefined;
  };
  const checkAndWork = async (tx: Queries): Promise<Outcome | Problem> => {
    const checked = await check(tx);
    if (checked.kind !== 'checked') return checked;
    // The member's role may have changed meanwhile, so that the change is about power only now.
    if (checked.isOfPower && isPerson && !asksProof) return { kind: 'proof-needed' };
    return work(tx, checked.isOfPower);
  };
  if (!asksProof) {
    const refusal = admitAll();
    if (refusal) return refusal;
    const outcome = await context.db.transaction(checkAndWork);
    context.wake();
    return outcome;
  }
  const user = await findUser(context.db, actor.userId);
  if (!user) return { kind: 'not-found' };
  return changeByPassword(context, user, { ...proof, address: actor.address }, checkAndWork, admitAll);
}

/** Mails the owners who gave whom which role. `hasJoined`: whether that person is a member already, and not only invited. */
export async function mailOwners(
  context: AppContext,
  tx: Queries,
  actor: Actor,
  grant: { email: string; role: Role; hasJoined: boolean },
): Promise<void> {
  const described = { ...grant, ...(await describeActor(tx, actor)) };
  const link = membersLinkOf(context.config);
  const { organizationId } = actor;
  for (const recipient of await listOwnerEmails(tx, organizationId)) {
    const message = roleGrantMessage(described, recipient, link);
    await queueEmail(context, tx, { recipient, message, organizationId, now: context.now() });
  }
}

/** Mails the owners, and the person, who took which role from whom. `role`: what is left; null when that person was removed. */
export async function mailLoss(
  context: AppContext,
  tx: Queries,
  actor: Actor,
  loss: { email: string; former: Role; role: Role | null },
): Promise<void> {
  const { organizationId } = actor;
  const described = { ...loss, ...(await describeActor(tx, actor)) };
  const owners = await listOwnerEmails(tx, organizationId);
  for (const recipient of new Set([...owners, loss.email])) {
    // The members of an organization that they left are not shown to them.
    const isShown = recipient !== loss.email || loss.role !== null;
    const link = isShown ? membersLinkOf(context.config) : context.config.appUrl;
    const message = roleLossMessage(described, recipient, link);
    await queueEmail(context, tx, { recipient, message, organizationId, now: context.now() });
  }
}

function membersLinkOf({ appUrl }: AppContext['config']): string {
  return `${appUrl}/organization/settings/members`;
}

async function describeActor(tx: Queries, { userId, organizationId, tokenId }: Actor) {
  return {
    by: (await findUser(tx, userId))?.email ?? '',
    isByToken: tokenId !== undefined,
    organizationName: (await findOrganization(tx, organizationId))?.name ?? '',
  };
}
