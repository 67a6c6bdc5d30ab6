// The actions of an administrator on one account. The screen, the API and the command offer the same.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import {
  actAsAdministrator,
  type Administrator,
  type By,
  makeAdministrator,
  removeAdministrator,
} from '../installation/administrators';
import { endSessions, endTwoFactor, sendResetLink, verifyAccount } from './accounts';

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

type Perform = (
  context: Pick<AppContext, 'config'>,
  tx: Queries,
  userId: string,
  by: By,
) => Promise<{ kind: 'done' } | Problem>;

/** The actions that send no reset link. Problems: not-found, already-verified, conflict, last-administrator. */
export const actionsWithoutLink: Record<Exclude<AccountAction, 'reset-link'>, Perform> = {
  verify: (_context, tx, userId, by) => verifyAccount(tx, userId, by),
  'end-sessions': (_context, tx, userId, by) => endSessions(tx, userId, by),
  'remove-two-factor': endTwoFactor,
  'make-administrator': ({ config }, tx, userId, by) => makeAdministrator(tx, config, userId, by),
  'remove-administrator': ({ config }, tx, userId, by) => removeAdministrator(tx, config, userId, by),
};

/** Performs the action for an administrator, in one transaction. Problems: forbidden, and those of the action. */
export async function performAccountAction(
  context: AppContext,
  administrator: Administrator,
  action: AccountAction,
  userId: string,
): Promise<{ kind: 'done' } | Problem> {
  const outcome = await actAsAdministrator(context, administrator, (tx, by) =>
    action === 'reset-link'
      ? sendResetLink(context, tx, userId, by)
      : actionsWithoutLink[action](context, tx, userId, by),
  );
  if (outcome.kind === 'done') context.wake();
  return outcome;
}
