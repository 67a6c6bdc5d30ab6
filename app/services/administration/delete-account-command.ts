// `npm run admin -- delete-account EMAIL` deletes the account of a person who has left, or who asked for it.
import { inQuotes } from '~/engine/texts/in-quotes';
import type { Config } from '~/config';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import { findUserByEmail } from '~/db/accounts/users';
import type { Outbound } from '~/outbound/client';
import { describeProblem } from '~/problem';
import { describeDeletionImpact, eraseAccount } from '../accounts/deletion';
import { describeUnrevoked, type LeftToken, revokeLeftTokens } from '../organizations/token-revocation';

const option = '--with-organizations';

interface Machine {
  config: Config;
  now: number;
  /** Creates the client that asks the providers; called only where there is a token to revoke. */
  createOutbound: () => Outbound;
}

type Failed = { kind: 'failed'; message: string };

/** Deletes the account in one transaction, then has the tokens revoked; `words` are the words after the command's name. */
export async function deleteAccountByCommand(
  db: Database,
  words: string[],
  machine: Machine,
): Promise<{ kind: 'done'; lines: string[] } | Failed> {
  const outcome = await db.transaction((tx) => erase(tx, words, machine));
  if (outcome.kind !== 'deleted') return outcome;
  const { line, tokens } = outcome;
  const unrevoked = tokens.length > 0 ? await revoke(db, tokens, machine) : [];
  // The log of writes still holds the old pages. Where a server is reading from it, that server empties it later.
  await db.file.emptyLog().catch(() => undefined);
  return { kind: 'done', lines: [describeUnrevoked(line, unrevoked).description] };
}

async function revoke(
  db: Database,
  tokens: LeftToken[],
  { now, createOutbound }: Machine,
): Promise<string[]> {
  const outbound = createOutbound();
  const unrevoked = await revokeLeftTokens({ db, outbound, now: () => now }, {}, tokens);
  await outbound.close();
  return unrevoked;
}

async function erase(
  tx: Queries,
  words: string[],
  { config, now }: Machine,
): Promise<{ kind: 'deleted'; line: string; tokens: LeftToken[] } | Failed> {
  const email = words.find((word) => word !== option) ?? '';
  const user = await findUserByEmail(tx, email.trim().normalize('NFKC').toLowerCase());
  if (!user) return { kind: 'failed', message: `No account has the address ${email}.` };
  const { ownerless, lost } = await describeDeletionImpact({ db: tx, config }, user.id);
  if (ownerless.length > 0) {
    const message = `${user.email} is the last owner of ${ownerless.map(inQuotes).join(', ')}: make someone else an owner first.`;
    return { kind: 'failed', message };
  }
  if (lost.length > 0 && !words.includes(option)) {
    const message = `${lost.join(', ')} has no other member and would be deleted, too: add ${option} to confirm.`;
    return { kind: 'failed', message };
  }
  const erased = await eraseAccount({ config, now: () => now }, tx, user, {});
  if (erased.kind !== 'deleted') return { kind: 'failed', message: describeProblem(erased).body.message };
  const along = lost.length > 0 ? `, with ${lost.join(', ')}` : '';
  return {
    kind: 'deleted',
    line: `The account of ${user.email} is deleted${along}.`,
    tokens: erased.tokens,
  };
}
