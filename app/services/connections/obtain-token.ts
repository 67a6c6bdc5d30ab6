// The token of a connection. A token that stays valid for a while is used; otherwise a new one is fetched, by one request at a
// time. A new token is committed before it is used, so that no process has a token that the others do not know.
import { setTimeout as delay } from 'node:timers/promises';
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { insertConnectionCall } from '~/db/connections/connection-calls';
import {
  claimToken,
  findConnectionToken,
  releaseToken,
  type StoredToken,
  updateToken,
} from '~/db/connections/connection-tokens';
import {
  type ConnectionState,
  findConnection,
  type StoredConnection,
  updateConnectionStatus,
} from '~/db/connections/connections';
import { findKept, type Kept } from '~/engine/connections/kept-token';
import { isRefreshed } from '~/engine/connections/kinds';
import { mailAuthorizationNeeded } from './authorization-mail';
import { openConnection, associatedDataOfConnection } from './connection-secrets';
import type { TokenAnswer, TokenOutcome } from './token-outcome';
import type { ObtainingConfig } from './oauth-config';
import { findLateToken, type LeftToken, noteRevocation, revokeToken } from './revocation';
import { requestToken, type OAuthGrant } from './token-request';

type Context = Pick<AppContext, 'config' | 'db' | 'now' | 'outbound' | 'tokenRequests' | 'wake'>;

/** How long before its end a token is renewed: a minute, or a tenth of its life if more, and at most half of its life. */
const renewalMs = 60_000;
/** How long a claim lasts: longer than a request may take, so that a process that died does not keep the others waiting. */
const claimMs = 20_000;
const lookAgainMs = 100;

/** Checks whether a token can be sent. A token without a known end can be, until a target refuses it. */
export function isTokenFresh(
  { obtainedAt, expiresAt }: Pick<StoredToken, 'obtainedAt' | 'expiresAt'>,
  now: number,
): boolean {
  if (obtainedAt === null) return false;
  if (expiresAt === null) return true;
  const life = expiresAt - obtainedAt;
  return expiresAt - now > Math.max(Math.min(renewalMs, life / 2), life / 10);
}

/** Returns a token that stays valid for a while, or the reason why there is none. */
export async function obtainToken(
  context: Context,
  connection: StoredConnection,
  config: ObtainingConfig,
): Promise<TokenOutcome> {
  const known = readToken(context, connection, await findConnectionToken(context.db, connection.id));
  if (known) return known;
  const key = `${connection.id} ${connection.version}`;
  const underWay = context.tokenRequests.get(key);
  if (underWay) return underWay;
  const request = fetchInTurn(context, connection, config).finally(() => context.tokenRequests.delete(key));
  context.tokenRequests.set(key, request);
  return request;
}

function readToken(
  { config, now }: Context,
  { id, version }: StoredConnection,
  stored: StoredToken | undefined,
): (TokenOutcome & { kind: 'token' }) | undefined {
  if (!stored?.access || stored.connectionVersion !== version || !isTokenFresh(stored, now()))
    return undefined;
  const access = openSealed(config, stored.access, associatedDataOfConnection(id));
  if (access === undefined) return undefined;
  return { kind: 'token', access, expiresAt: stored.expiresAt, generation: stored.generation };
}

/** Fetches the next token, or reads the one that another process fetched while this one waited for its turn. */
async function fetchInTurn(
  context: Context,
  connection: StoredConnection,
  config: ObtainingConfig,
): Promise<TokenOutcome> {
  const { db, now } = context;
  const { id, version } = connection;
  for (;;) {
    const turn = await db.transaction(async (tx) => {
      const stored = await findConnectionToken(tx, id);
      const known = readToken(context, connection, stored);
      if (known) return known;
      const leftMs = (stored?.refreshingUntil ?? 0) - now();
      // A claim that lasts longer than any is of a time before the clock was set back.
      if (leftMs > 0 && leftMs <= claimMs) return undefined;
      if (!(await findConnection(tx, connection))) return gone;
      await claimToken(tx, id, { connectionVersion: version, until: now() + claimMs });
      return 'mine' as const;
    });
    if (turn === 'mine') return fetchToken(context, connection, config);
    if (turn) return turn;
    await delay(lookAgainMs);
  }
}

const gone = { kind: 'gone' } as const;

/** Why a connection that nobody has connected has no token. */
export const notConnected = 'It has not been connected with the provider yet.';

async function fetchToken(
  context: Context,
  connection: StoredConnection,
  config: ObtainingConfig,
): Promise<TokenOutcome> {
  const at = context.now();
  const stored = await findConnectionToken(context.db, connection.id);
  const grant = readGrant(context.config, connection, config, stored);
  const answer = grant
    ? await requestToken(context, connection.organizationId, config, grant)
    : ({ status: null, durationMs: 0, outcome: describeUngranted(config, stored) } as const);
  return keepAnswer(context, connection, { at, answer, asked: grant?.type, after: stored?.generation });
}

/** Returns the outcome when a person has granted nothing, or their grant has expired and nothing can renew it. */
function describeUngranted({ kind }: ObtainingConfig, stored: StoredToken | undefined) {
  const message =
    kind === 'oauth2_refresh_token'
      ? 'Its refresh token is no longer accepted.'
      : stored?.obtainedAt
        ? 'It has to be connected with the provider again.'
        : notConnected;
  return { kind: 'error', message, isFinal: true, needsAuthorization: true } as const;
}

/** Returns undefined when a person has to grant access first. */
function readGrant(
  keys: AppContext['config'],
  { id, version, status }: StoredConnection,
  { kind, config }: ObtainingConfig,
  stored: StoredToken | undefined,
): OAuthGrant | undefined {
  if (!isRefreshed(kind)) return { type: 'client' };
  if (stored?.refresh && stored.connectionVersion === version) {
    const token = openSealed(keys, stored.refresh, associatedDataOfConnection(id));
    return token === undefined ? undefined : { type: 'refresh', token };
  }
  // The token that a person entered is sent until the provider replaces or refuses it.
  if (kind !== 'oauth2_refresh_token' || status === 'needs_authorization') return undefined;
  return { type: 'refresh', token: config.refreshToken };
}

/** The answer to a request for a token. */
interface Asked {
  /** The time of the request, in milliseconds since 1970. */
  at: number;
  answer: TokenAnswer;
  /** The grant of the request; undefined when there was no grant and so no request. */
  asked: OAuthGrant['type'] | undefined;
  /** The generation whose refresh token was sent. */
  after?: number | undefined;
  /** Called in the transaction that stores a token. */
  noteStored?: (tx: Queries) => Promise<void>;
}

type StoredOutcome = Exclude<TokenOutcome, { kind: 'gone' }> | { kind: 'gone'; late: LeftToken | undefined };

/**
 * Stores the outcome of a request for a token: the token before anybody uses it, or the problem. Asks the provider to revoke the
 * token of a connection that was deleted meanwhile.
 */
export async function keepAnswer(
  context: Context,
  connection: StoredConnection,
  { at, answer, asked, after, noteStored }: Asked,
): Promise<TokenOutcome> {
  const { id } = connection;
  const { status, durationMs, outcome } = answer;
  const kept = await context.db.transaction(async (tx): Promise<StoredOutcome | undefined> => {
    const present = await findConnection(tx, connection);
    if (!present) {
      const isGiven = outcome.kind === 'token';
      return { ...gone, late: isGiven ? await findLateToken(context, tx, connection, outcome) : undefined };
    }
    const error = outcome.kind === 'error' ? outcome.message : null;
    if (asked) await insertConnectionCall(tx, id, { at, status, error, durationMs });
    const stored = await findConnectionToken(tx, id);
    // A person granted access again, or the credentials changed, meanwhile: the stored state is newer than the answer.
    const isLate = asked === 'refresh' && stored?.generation !== after;
    const valid = findValid(context, connection, present);
    if (isLate || valid === 'nothing') return readToken(context, present, stored);
    // A refusal says nothing about the config that was saved meanwhile; the next request asks with that.
    if (outcome.kind === 'error' && valid !== 'all') {
      await releaseToken(tx, id, { dropsRefresh: false });
      return changed;
    }
    // A failed code leaves the earlier grant as it was; without a request, a status that asks for authorization stays.
    const isSaid = asked === 'code' ? error === null : asked || present.status !== 'needs_authorization';
    const state = isSaid ? readState(outcome) : present;
    if (state.status === 'needs_authorization' && present.status !== state.status)
      await mailAuthorizationNeeded(context, tx, present);
    await updateConnectionStatus(tx, present, state);
    if (outcome.kind === 'error') {
      await releaseToken(tx, id, {
        dropsRefresh: asked === 'refresh' && outcome.needsAuthorization === true,
      });
      return outcome;
    }
    const expiresAt = outcome.lifeMs === null ? null : at + outcome.lifeMs;
    const associatedData = associatedDataOfConnection(id);
    const { appKey } = context.config;
    // A provider that renews a token without a new refresh token expects the former one to be used again (RFC 6749 §6). That of
    // an earlier grant may be another person's.
    const former = asked === 'refresh' ? (stored?.refresh ?? null) : null;
    await updateToken(tx, id, {
      connectionVersion: present.version,
      access: valid === 'refresh' ? null : seal(appKey, outcome.access, associatedData),
      refresh: outcome.refresh ? seal(appKey, outcome.refresh, associatedData) : former,
      obtainedAt: at,
      expiresAt,
    });
    await noteStored?.(tx);
    return { kind: 'token', access: outcome.access, expiresAt, generation: (stored?.generation ?? 0) + 1 };
  });
  context.wake();
  if (kept?.kind === 'gone') {
    // The deletion asked for the end of the former token alone.
    if (kept.late) await noteRevocation(context, {}, kept.late, await revokeToken(context, kept.late));
    return gone;
  }
  if (kept) return kept;
  if (outcome.kind === 'error' || asked === 'code') return changed;
  // The caller that asked with the former credentials gets this token once; it is not stored for others.
  const { access, lifeMs } = outcome;
  return { kind: 'token', access, expiresAt: lifeMs === null ? null : at + lifeMs, generation: 0 };
}

/** The outcome when the connection changed; another attempt reads the new one. */
const changed = {
  kind: 'error',
  message: 'The connection has been changed in the meantime.',
  isFinal: false,
} as const;

/** Says what of a token that was requested with one version of the connection is valid for the other, too. */
function findValid({ config }: Context, before: StoredConnection, after: StoredConnection): Kept {
  if (before.version === after.version) return 'all';
  return findKept(openConnection(config, before), openConnection(config, after));
}

function readState(outcome: TokenAnswer['outcome']): ConnectionState {
  if (outcome.kind === 'token') return { status: 'ready', statusReason: null };
  const status = outcome.needsAuthorization ? 'needs_authorization' : 'failing';
  return { status, statusReason: outcome.message };
}
