// A cookie which says that a signed-in person has just proven their identity again, by single sign-on or a passkey. Forms then
// do not ask for the current password.
import { z } from 'zod';
import type { Config } from '~/config';
import { defineSealedCookie } from '../sealed-cookie';
import { readReturnPath } from '../return-path';
import { readSessionToken } from '../session';
import { redirectWithToast } from '../toast-cookie';
import { hashToken } from '../token';

/** How long a proof is valid. */
const proofMinutes = 5;

/** A proof is valid only in the session in which it was made, and ends with that session. */
const proofCookie = defineSealedCookie({
  name: 'fresh_proof',
  path: '/',
  lifetimeSeconds: proofMinutes * 60,
  schema: z.object({ sessionHash: z.string() }),
});

/** Returns the `Set-Cookie` value that stores a proof for the session of `sessionToken`. */
export function serializeProof(config: Config, sessionToken: string, now: number): Promise<string> {
  return proofCookie.serialize(config, { sessionHash: hashToken(sessionToken) }, now);
}

/** Returns a redirect, with the proof, to the screen that asked for it. */
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

/** Whether the request's session has a valid proof. */
export async function hasProof(config: Config, request: Request, now: number): Promise<boolean> {
  const [proof, token] = [
    await proofCookie.read(config, request, now),
    await readSessionToken(config, request),
  ];
  return proof !== undefined && token !== undefined && proof.sessionHash === hashToken(token);
}
