// Calls that ask for the current password accept another proof in its place: a passkey or single sign-on that the browser used in
// the same session within the last minutes.
import type { Context } from 'hono';
import { hasFreshProof } from '~/auth/login/proof-cookie';
import { hasRecentProof } from '~/auth/login/recent-proof';
import type { AppContext } from '~/context';
import type { OwnerProof } from '~/services/accounts/proof/password-proof';
import type { GrantProof } from '~/services/organizations/role-grants';
import type { ApiEnv } from './problem-response';

export const proofText =
  'Takes the current password, or a passkey or single sign-on by which the person confirmed in this session, in the last five minutes, that it is them.';

/** The further proof that giving power over an organization accepts. */
export const grantProofText = `${proofText} A log-in in the last 15 minutes counts, too.`;

export const proofProblems = ['proof-needed', 'wrong-password', 'no-password', 'too-many-logins'] as const;

export async function readOwnerProof(
  { config, now }: AppContext,
  c: Context<ApiEnv>,
  { currentPassword: password }: { currentPassword?: string | undefined },
): Promise<OwnerProof> {
  return { password, isFresh: await hasFreshProof(config, c.req.raw, now()), address: c.get('address') };
}

/** Reads the proof of who gives power over an organization. */
export async function readGrantProof(
  context: AppContext,
  c: Context<ApiEnv>,
  password: string | undefined,
): Promise<GrantProof> {
  return { password, isFresh: await hasRecentProof(context, c.req.raw) };
}
