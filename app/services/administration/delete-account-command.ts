// `npm run admin -- delete-account EMAIL` deletes the account of a person who has left, or who asked for it.
import type { Queries } from '~/db/core/queries';
import { findUserByEmail } from '~/db/accounts/users';
import { describeProblem } from '~/problem';
import { describeDeletionImpact, eraseAccount } from '../accounts/deletion';

const option = '--with-organizations';

export const deleteAccountUsage = `  admin delete-account EMAIL         deletes the account; organizations in which nobody else is, only
                                     with ${option} behind it`;

/** Deletes the account in one transaction; `words` are the words after the command's name. */
export async function deleteAccountByCommand(
  tx: Queries,
  words: string[],
  now: number,
): Promise<{ kind: 'done'; lines: string[] } | { kind: 'failed'; message: string }> {
  const email = words.find((word) => word !== option) ?? '';
  const user = await findUserByEmail(tx, email.trim().normalize('NFKC').toLowerCase());
  if (!user) return { kind: 'failed', message: `No account has the address ${email}.` };
  const { ownerless, lost } = await describeDeletionImpact({ db: tx }, user.id);
  if (ownerless.length > 0) {
    const message = `${user.email} is the last owner of ${ownerless.join(', ')}: make someone else an owner first.`;
    return { kind: 'failed', message };
  }
  if (lost.length > 0 && !words.includes(option)) {
    const message = `${lost.join(', ')} has no other member and would be deleted, too: add ${option} to confirm.`;
    return { kind: 'failed', message };
  }
  const outcome = await eraseAccount({ now: () => now }, tx, user, {});
  if (outcome.kind !== 'deleted') return { kind: 'failed', message: describeProblem(outcome).body.message };
  const along = lost.length > 0 ? `, with ${lost.join(', ')}` : '';
  return { kind: 'done', lines: [`The account of ${user.email} is deleted${along}.`] };
}
