import type { Config } from '~/config';
import type { AppContext } from '~/context';
import { findFirstVerifiedUserId, hasOneUserAtMost } from '~/db/accounts/users';

export type SignUpMode = Config['signUp'];

/**
 * Who may make an account without an invitation: anybody (`open`), or nobody. `invite` tells strangers to ask for one, `closed`
 * does not. The setting `SIGNUP` holds from the first verified account on: somebody has to be the first.
 */
export async function findSignUpMode({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<SignUpMode> {
  if (config.signUp === 'open') return 'open';
  return (await findFirstVerifiedUserId(db)) === undefined ? 'open' : config.signUp;
}

/** Whether mails are only printed by the server and the installation has no more than one account: whoever set it up reads them there. */
export async function isMailPrinted({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<boolean> {
  return config.mailTransport.kind === 'console' && (await hasOneUserAtMost(db));
}
