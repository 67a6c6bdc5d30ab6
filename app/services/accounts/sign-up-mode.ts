import type { Config } from '~/config';
import type { AppContext } from '~/context';
import { findFirstVerifiedUserId } from '~/db/accounts/users';

export type SignUpMode = Config['signUp'];

/**
 * Who may make an account without an invitation: anybody (`open`), or nobody. `invite` tells strangers to ask for one, `closed`
 * does not. The setting `SIGNUP` holds from the first verified account on: somebody has to be the first.
 */
export async function findSignUpMode({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<SignUpMode> {
  if (config.signUp === 'open') return 'open';
  return (await findFirstVerifiedUserId(db)) === undefined ? 'open' : config.signUp;
}
