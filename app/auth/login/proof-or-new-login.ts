// Whether a person has proven who they are, or logged in, so recently that nobody asks again before they change who has power
// over an organization.
import type { AppContext } from '~/context';
import { findSessionStart } from '~/db/accounts/sessions';
import { readSessionToken } from '../session';
import { hashToken } from '../token';
import { hasProof } from './proof-cookie';

/** How long a log-in counts as a proof. A script logs in and goes on; a stolen session is nearly always older. */
const loginMinutes = 15;

/** Whether the request's session has a proof ({@link hasProof}), or began with a log-in a few minutes ago. */
export async function hasProofOrNewLogin(
  { config, db, now }: Pick<AppContext, 'config' | 'db' | 'now'>,
  request: Request,
): Promise<boolean> {
  if (await hasProof(config, request, now())) return true;
  const token = await readSessionToken(config, request);
  const beganAt = token === undefined ? undefined : await findSessionStart(db, hashToken(token));
  return beganAt !== undefined && now() - beganAt < loginMinutes * 60_000;
}
