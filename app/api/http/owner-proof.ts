// Calls that ask for the current password accept another proof in its place: a passkey or single sign-on that the browser used in
// the same session within the last minutes.
import type { Context } from 'hono';
import { hasFreshProof } from '~/auth/login/proof-cookie';
import type { AppContext } from '~/context';
import type { OwnerProof } from '~/services/accounts/proof/password-proof';
import type { ApiEnv } from './problem-response';

export const proofText =
  'Takes the current password, or a passkey or single sign-on by which the person confirmed in this session, in the last five minutes, that it is them.';

export const proofProblems = ['proof-needed', 'wrong-password', 'no-password', 'too-many-logins'] as const;

export async function readOwnerProof(
  { config, now }: AppContext,
  c: Context<ApiEnv>,
  { currentPassword: password }: { currentPassword?: string | undefined },
): Promise<OwnerProof> {
  return { password, isFresh: await hasFreshProof(config, c.req.raw, now()), address: c.get('address') };
}
