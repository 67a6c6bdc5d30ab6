// Makes and removes administrators of the installation, and mails those who were and who are administrators: a person who took
// over one of these accounts could otherwise add another one, and nobody else would notice.
import type { AppContext } from '~/context';
import { findUser } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { administratorMessage } from '~/email/administrator-message';
import type { Problem } from '~/problem';
import {
  type By,
  listAdministratorIds,
  makeAdministrator,
  removeAdministrator,
} from '../installation/administrators';
import { queueEmail } from '../mail';

/** Problems: those of `makeAdministrator` and `removeAdministrator`. The caller wakes the runner, which sends the mails. */
export async function changeAdministrators(
  { config }: Pick<AppContext, 'config'>,
  tx: Queries,
  userId: string,
  { isMade, by, isByToken }: { isMade: boolean; by: By; isByToken: boolean },
): Promise<{ kind: 'done' } | Problem> {
  const former = await listAdministratorIds(tx, config);
  const outcome = await (isMade ? makeAdministrator : removeAdministrator)(tx, config, userId, by);
  if (outcome.kind !== 'done' || former.includes(userId) === isMade) return outcome;
  const actor = by.userId === undefined ? undefined : await findUser(tx, by.userId);
  const email = (await findUser(tx, userId))?.email ?? '';
  for (const id of new Set([...former, userId])) {
    const recipient = (await findUser(tx, id))?.email;
    if (recipient === undefined) continue;
    const change = { email, isMade, by: actor?.email, isByToken };
    const message = administratorMessage(change, recipient, config.appUrl);
    await queueEmail({ config }, tx, { recipient, message, now: by.now });
  }
  return outcome;
}
