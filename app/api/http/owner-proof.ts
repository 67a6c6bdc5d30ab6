// Calls that ask for the current password accept another proof in its place: a passkey or single sign-on that the browser used
// in the same session within the last minutes.
import type { Context } from 'hono';
import { hasProof } from '~/auth/login/proof-cookie';
import { hasProofOrNewLogin } from '~/auth/login/proof-or-new-login';
import type { AppContext } from '~/context';
import type { OwnerProof } from '~/services/accounts/proof/password-proof';
import type { RightsProof } from '~/services/organizations/rights-changes';
import type { ApiEnv } from './problem-response';

export const proofText =
  'Takes the current password, or a passkey or single sign-on by which the person confirmed in this session, in the last five minutes, that it is them.';

/** The further proof that a change of power over an organization accepts. */
export const rightsProofText = `${proofText} A log-in in the last 15 minutes counts, too.`;

export const proofProblems = ['proof-needed', 'wrong-password', 'no-password', 'too-many-logins'] as const;

export async function readOwnerProof(
  { config, now }: AppContext,
  c: Context<ApiEnv>,
  { currentPassword: password }: { currentPassword?: string | undefined },
): Promise<OwnerProof> {
  return { password, isFresh: await hasProof(config, c.req.raw, now()), address: c.get('address') };
}

/** Reads the proof of who gives or takes power over an organization. */
export async function readRightsProof(
  context: AppContext,
  c: Context<ApiEnv>,
  password: string | undefined,
): Promise<RightsProof> {
  return { password, isFresh: await hasProofOrNewLogin(context, c.req.raw) };
}
