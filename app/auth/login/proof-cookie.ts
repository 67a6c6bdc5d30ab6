// That a signed-in person has just proven who they are once more: by single sign-on or a passkey, where forms would ask for the
// current password.
import { z } from 'zod';
import type { Config } from '~/config';
import { defineSealedCookie } from '../sealed-cookie';
import { readReturnPath } from '../return-path';
import { readSessionToken } from '../session';
import { redirectWithToast } from '../toast-cookie';
import { hashToken } from '../token';

/** How long it counts. */
const proofMinutes = 5;

/** It is good in the session in which it was made: elsewhere it proves nothing, and it ends with that. */
const proofCookie = defineSealedCookie({
  name: 'fresh_proof',
  path: '/',
  lifetimeSeconds: proofMinutes * 60,
  schema: z.object({ sessionHash: z.string() }),
});

/** The `Set-Cookie` value that hands the browser the proof, for the session of `sessionToken`. */
export function serializeProof(config: Config, sessionToken: string, now: number): Promise<string> {
  return proofCookie.serialize(config, { sessionHash: hashToken(sessionToken) }, now);
}

/** Back to the screen that asked for the proof, with it. */
export async function redirectProven(
  app: { config: Config; now(): number },
  sessionToken: string,
  returnTo: string | null,
): Promise<Response> {
  const cookie = await serializeProof(app.config, sessionToken, app.now());
  const description = `You are not asked for your password for ${proofMinutes} minutes.`;
  const toast = { title: 'Confirmed', description };
  const headers = new Headers({ 'Set-Cookie': cookie });
  return redirectWithToast(app, readReturnPath(returnTo), { tone: 'success', ...toast }, headers);
}

/** Whether the request's session has such a proof. */
export async function hasFreshProof(config: Config, request: Request, now: number): Promise<boolean> {
  const [proof, token] = [
    await proofCookie.read(config, request, now),
    await readSessionToken(config, request),
  ];
  return proof !== undefined && token !== undefined && proof.sessionHash === hashToken(token);
}
