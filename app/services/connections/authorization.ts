// A person lets a connection act for them at a provider (RFC 6749 §4.1, with PKCE). They are sent there with a state that only
// their session can bring back, once, within ten minutes.
import * as oauth from 'oauth4webapi';
import { openSealed, seal } from '~/auth/secret-box';
import { createToken, hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { claimToken } from '~/db/connections/connection-tokens';
import { findConnection, type StoredConnection } from '~/db/connections/connections';
import {
  findOauthState,
  insertOauthState,
  type OauthState,
  updateOauthStateUsed,
} from '~/db/connections/oauth-states';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findIssuerProblem } from '~/engine/connections/issuer';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { openConnection, associatedDataOfVerifier } from './connection-secrets';
import { requestToken } from './token-request';
import { keepAnswer } from './obtain-token';

const lifeMs = 10 * 60_000;
/** How long no other process asks for a token; longer than the request may take. */
const claimMs = 20_000;

/** Returns the URL that the provider sends a person back to, as it is registered at the provider. */
export function readRedirectUri({ config }: Pick<AppContext, 'config'>): string {
  return `${config.appUrl}/oauth/callback`;
}

/**
 * Returns the URL at the provider that a person has to open. `session` names the only session that may come back; null means
 * any session of this user. Problems: forbidden, not-found, invalid for a connection that nobody can authorize.
 */
export async function beginAuthorization(
  context: AppContext,
  actor: Actor,
  id: string,
  session: string | null,
): Promise<{ kind: 'begun'; address: string } | Problem> {
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const state = createToken();
  const hash = hashToken(state);
  return context.db.transaction(async (tx): Promise<{ kind: 'begun'; address: string } | Problem> => {
    const refusal = await checkPermission(tx, actor, 'manage-connections');
    if (refusal) return refusal;
    const stored = await findConnection(tx, { id, organizationId: actor.organizationId });
    if (!stored) return { kind: 'not-found' };
    const connection = openConnection(context.config, stored);
    if (connection?.kind !== 'oauth2_authorization_code') return notAuthorizable;
    const now = context.now();
    await insertOauthState(tx, {
      hash,
      connectionId: id,
      connectionVersion: stored.version,
      userId: actor.userId,
      session,
      verifier: seal(context.config.appKey, verifier, associatedDataOfVerifier(hash)),
      expiresAt: now + lifeMs,
      now,
    });
    const { authorizationUrl, clientId, scope, extra } = connection.config;
    const address = new URL(authorizationUrl);
    for (const [name, value] of new URLSearchParams(extra)) address.searchParams.append(name, value);
    const own = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: readRedirectUri(context),
      ...(scope && { scope }),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(own)) address.searchParams.set(name, value);
    return { kind: 'begun', address: address.href };
  });
}

const notAuthorizable: Problem = {
  kind: 'invalid',
  message: 'Only a connection of the kind OAuth 2.0 authorization code can be connected with a provider.',
};

/** The person who came back, their session and the state that they brought. */
export interface Return {
  userId: string;
  /** The session that was given to `beginAuthorization`. */
  session: string;
  state: string;
}

/** Finds the connection that a person comes back to; undefined when the state is not theirs, is used or has expired. */
export async function findAuthorization(
  context: AppContext,
  { userId, session, state }: Return,
): Promise<{ state: OauthState; connection: StoredConnection } | undefined> {
  const found = await findOauthState(context.db, hashToken(state), context.now());
  if (found?.userId !== userId || (found.session !== null && found.session !== session)) return undefined;
  const { connectionId: id, organizationId } = found;
  const connection = await findConnection(context.db, { id, organizationId });
  return connection?.version === found.connectionVersion ? { state: found, connection } : undefined;
}

type AuthorizationOutcome =
  | { kind: 'authorized'; id: string; name: string; organizationId: string }
  /** The provider granted nothing; `message` is its reason. */
  | { kind: 'refused'; id: string; name: string; organizationId: string; message: string }
  | { kind: 'stale' };

/** The parameters that the provider sent back beside the state; empty where it sent none. */
export interface AuthorizationResponse {
  code: string;
  /** The error in the provider's words. */
  error: string;
  /** The issuer that the response names (RFC 9207). */
  iss: string;
}

/**
 * Exchanges the provider's `code` for tokens, once, or reports its `error`. An answer of another provider is shown to nobody.
 * The audit notes a success. Problem: forbidden for a person who may no longer manage connections.
 */
export async function finishAuthorization(
  context: AppContext,
  back: Return & AuthorizationResponse & { address?: string },
): Promise<AuthorizationOutcome | Problem> {
  const found = await findAuthorization(context, back);
  if (!found) return { kind: 'stale' };
  const { state, connection } = found;
  const { id, name, organizationId } = connection;
  const opened = openConnection(context.config, connection);
  const verifier = openSealed(context.config, state.verifier, associatedDataOfVerifier(state.hash));
  if (opened?.kind !== 'oauth2_authorization_code' || verifier === undefined) return { kind: 'stale' };
  const message = findIssuerProblem(opened.config, back.iss) ?? findError(back);
  const actor: Actor = {
    userId: back.userId,
    organizationId,
    ...(back.address && { address: back.address }),
  };
  const refusal = await context.db.transaction(async (tx) => {
    const problem = await checkPermission(tx, actor, 'manage-connections');
    if (problem) return problem;
    // Of two answers with the same state, only one goes on.
    if (!(await findOauthState(tx, state.hash, context.now()))) return { kind: 'stale' } as const;
    await updateOauthStateUsed(tx, state.hash, context.now());
    if (message === undefined) {
      const until = context.now() + claimMs;
      await claimToken(tx, id, { connectionVersion: connection.version, until });
    }
    return undefined;
  });
  if (refusal) return refusal;
  if (message !== undefined) return { kind: 'refused', id, name, organizationId, message };
  const at = context.now();
  const redirectUri = readRedirectUri(context);
  const grant = { type: 'code', code: back.code, redirectUri, verifier } as const;
  const answer = await requestToken(context, organizationId, opened, grant);
  const entry = { kind: 'connection-authorized', subjectId: id, detail: name } as const;
  const noteStored = (tx: Queries) => insertAuditEntry(tx, { ...actor, ...entry, now: context.now() });
  const outcome = await keepAnswer(context, connection, { at, answer, asked: 'code', noteStored });
  if (outcome.kind === 'gone') return { kind: 'stale' };
  if (outcome.kind === 'error') {
    return { kind: 'refused', id, name, organizationId, message: outcome.message };
  }
  return { kind: 'authorized', id, name, organizationId };
}

function findError({ code, error }: AuthorizationResponse): string | undefined {
  if (error) return `The provider answered: ${error}`;
  return code ? undefined : 'The provider sent no code.';
}
