// The actions of an administrator on one account. The screen, the API and the command offer the same.
import type { AppContext } from '~/context';
import { findUser } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import { changeByPassword, type OwnerProof } from '../accounts/proof/password-proof';
import {
  type Administrator,
  type By,
  checkAdministrator,
  findMakeable,
  findRemovable,
} from '../installation/administrators';
import { countPowerChange } from '../limits/account-limits';
import { endSessions, endTwoFactor, sendResetLink, verifyAccount } from './accounts';
import { changeAdministrators } from './administrator-changes';

const accountActions = [
  'verify',
  'reset-link',
  'end-sessions',
  'remove-two-factor',
  'make-administrator',
  'remove-administrator',
] as const;
export type AccountAction = (typeof accountActions)[number];

export function isAccountAction(name: string): name is AccountAction {
  return accountActions.some((action) => action === name);
}

/** The actions whose effect outlives a stolen session, so that a person proves first who they are. */
const provenActions = ['remove-two-factor', 'make-administrator', 'remove-administrator'] as const;
export type ProvenAction = (typeof provenActions)[number];

export function isProvenAction(name: string): name is ProvenAction {
  return provenActions.some((action) => action === name);
}

type Perform = (
  context: Pick<AppContext, 'config'>,
  tx: Queries,
  userId: string,
  by: By,
  isByToken?: boolean,
) => Promise<{ kind: 'done' } | Problem>;

/** The actions that send no reset link. Problems: not-found, already-verified, conflict, last-administrator. */
export const actionsWithoutLink: Record<Exclude<AccountAction, 'reset-link'>, Perform> = {
  verify: (_context, tx, userId, by) => verifyAccount(tx, userId, by),
  'end-sessions': (_context, tx, userId, by) => endSessions(tx, userId, by),
  'remove-two-factor': endTwoFactor,
  'make-administrator': (context, tx, userId, by, isByToken = false) =>
    changeAdministrators(context, tx, userId, { isMade: true, by, isByToken }),
  'remove-administrator': (context, tx, userId, by, isByToken = false) =>
    changeAdministrators(context, tx, userId, { isMade: false, by, isByToken }),
};

/** Returns why an action cannot be performed even with a proof, so that nobody is asked for a password in vain. */
async function findObstacle(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  action: AccountAction,
  userId: string,
): Promise<Problem | undefined> {
  if (action !== 'make-administrator' && action !== 'remove-administrator') return undefined;
  const isMade = action === 'make-administrator';
  const found = await (isMade ? findMakeable(db, userId) : findRemovable(db, config, userId));
  return found.kind === 'user' ? undefined : found;
}

/** Counts what mails all administrators. */
function countAction(context: AppContext, action: AccountAction): Problem | undefined {
  if (action !== 'make-administrator' && action !== 'remove-administrator') return undefined;
  const retryAfterSeconds = countPowerChange(context, 'installation');
  return retryAfterSeconds > 0 ? { kind: 'too-many-requests', retryAfterSeconds } : undefined;
}

/**
 * Performs the action for an administrator, in one transaction. A person proves for a {@link ProvenAction} who they are; an API
 * token does not, since its maker did when they made it. Problems: forbidden; those of the action, and of `provePassword`.
 */
export async function performAccountAction(
  context: AppContext,
  administrator: Administrator & { address: string },
  {
    action,
    userId,
    proof = {},
  }: { action: AccountAction; userId: string; proof?: Omit<OwnerProof, 'address'> },
): Promise<{ kind: 'done' } | Problem> {
  const { config, db, now } = context;
  const { userId: actorId, address, atMost } = administrator;
  const checkAndWork = async (tx: Queries): Promise<{ kind: 'done' } | Problem> => {
    const refusal = await checkAdministrator(tx, config, administrator);
    if (refusal) return refusal;
    const by = { userId: actorId, address, now: now() };
    return action === 'reset-link'
      ? sendResetLink(context, tx, userId, by)
      : actionsWithoutLink[action](context, tx, userId, by, atMost !== undefined);
  };
  if (!isProvenAction(action) || atMost !== undefined) {
    const refused = (await checkAdministrator(db, config, administrator)) ?? countAction(context, action);
    if (refused) return refused;
    const outcome = await db.transaction(checkAndWork);
    if (outcome.kind === 'done') context.wake();
    return outcome;
  }
  // Whoever may not do it at all is not asked for a password.
  const refusal =
    (await checkAdministrator(db, config, administrator)) ?? (await findObstacle(context, action, userId));
  if (refusal) return refusal;
  const actor = await findUser(db, actorId);
  if (!actor) return { kind: 'not-found' };
  const admit = () => countAction(context, action);
  return changeByPassword(context, actor, { ...proof, address }, checkAndWork, admit);
}
