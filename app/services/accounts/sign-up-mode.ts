import type { Config } from '~/config';
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findFirstVerifiedUserId, hasOneUserAtMost } from '~/db/accounts/users';

export type SignUpMode = Config['signUp'];

/**
 * Finds whether strangers may make an account: `open`, only by an invitation (`invite`), or not at all (`closed`). The setting
 * `SIGNUP` applies once there is a verified account, because the first one cannot be invited.
 */
export async function findSignUpMode({ config, db }: { config: Config; db: Queries }): Promise<SignUpMode> {
  if (config.signUp === 'open') return 'open';
  return (await findFirstVerifiedUserId(db)) === undefined ? 'open' : config.signUp;
}

/** Checks whether the server only prints mails and the installation has at most one account, whose owner reads them there. */
export async function isMailPrinted({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<boolean> {
  return config.mailTransport.kind === 'console' && (await hasOneUserAtMost(db));
}
