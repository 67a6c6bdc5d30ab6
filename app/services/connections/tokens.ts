// The token of a connection: used while it is good for a while yet, else fetched anew, one request at a time. What comes is
// committed before it is used, so that no process is left with a token that the others do not know.
import { setTimeout as delay } from 'node:timers/promises';
import { open, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { insertConnectionCall } from '~/db/connections/connection-calls';
import {
  claimToken,
  findToken,
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
import { mailAuthorizationNeeded } from './authorization-mail';
import { placeOfConnection } from './connection-secrets';
import type { TokenOutcome } from './token-outcome';
import { type ObtainingConfig, requestToken, type TokenAnswer, type TokenGrant } from './token-request';

type Context = Pick<AppContext, 'config' | 'db' | 'now' | 'outbound' | 'tokenRequests' | 'wake'>;

/** A minute, a tenth of its life if that is more, and never more than half of it: so long before its end it is renewed. */
const renewalMs = 60_000;
/** Longer than a request may take: a process that died meanwhile keeps the others waiting no longer. */
const claimMs = 20_000;
const lookAgainMs = 100;

/** Whether a token is good to be sent. One whose end nobody knows is, until a target refuses it. */
export function isFresh(
  { obtainedAt, expiresAt }: Pick<StoredToken, 'obtainedAt' | 'expiresAt'>,
  now: number,
): boolean {
  if (obtainedAt === null) return false;
  if (expiresAt === null) return true;
  const life = expiresAt - obtainedAt;
  return expiresAt - now > Math.max(Math.min(renewalMs, life / 2), life / 10);
}

/** A token that is good for a while, or why there is none. */
export async function obtainToken(
  context: Context,
  connection: StoredConnection,
  config: ObtainingConfig,
): Promise<TokenOutcome> {
  const known = readToken(context, connection, await findToken(context.db, connection.id));
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
  if (!stored?.access || stored.connectionVersion !== version || !isFresh(stored, now())) return undefined;
  const access = open(config.appKey, stored.access, placeOfConnection(id));
  if (access === undefined) return undefined;
  return { kind: 'token', access, expiresAt: stored.expiresAt, generation: stored.generation };
}

/** Fetches the next token, or reads what another process fetched while this one waited for its turn. */
async function fetchInTurn(
  context: Context,
  connection: StoredConnection,
  config: ObtainingConfig,
): Promise<TokenOutcome> {
  const { db, now } = context;
  const { id, version } = connection;
  for (;;) {
    const turn = await db.transaction(async (tx) => {
      const stored = await findToken(tx, id);
      const known = readToken(context, connection, stored);
      if (known) return known;
      if ((stored?.refreshingUntil ?? 0) > now()) return undefined;
      await claimToken(tx, id, { connectionVersion: version, until: now() + claimMs });
      return 'mine' as const;
    });
    if (turn === 'mine') return fetchToken(context, connection, config);
    if (turn) return turn;
    await delay(lookAgainMs);
  }
}

async function fetchToken(
  context: Context,
  connection: StoredConnection,
  config: ObtainingConfig,
): Promise<TokenOutcome> {
  const at = context.now();
  const grant = await readGrant(context, connection, config);
  const answer = grant
    ? await requestToken(context, connection.organizationId, config, grant)
    : ({ status: null, durationMs: 0, outcome: ungranted } as const);
  return keepAnswer(context, connection, { at, answer, asked: grant?.type });
}

/** What a person granted has run out, and nothing renews it. */
const ungranted = {
  kind: 'error',
  message: 'A person has to connect it with the provider.',
  isFinal: true,
  needsAuthorization: true,
} as const;

/** Undefined when a person has to grant it first. */
async function readGrant(
  { config: { appKey }, db }: Context,
  { id, version }: StoredConnection,
  { kind }: ObtainingConfig,
): Promise<TokenGrant | undefined> {
  if (kind === 'oauth2_client_credentials') return { type: 'client' };
  const stored = await findToken(db, id);
  if (!stored?.refresh || stored.connectionVersion !== version) return undefined;
  const token = open(appKey, stored.refresh, placeOfConnection(id));
  return token === undefined ? undefined : { type: 'refresh', token };
}

/** Writes down what a request for a token came to: the token before anybody uses it, or what was wrong. */
export async function keepAnswer(
  context: Context,
  connection: StoredConnection,
  { at, answer, asked }: { at: number; answer: TokenAnswer; asked: TokenGrant['type'] | undefined },
): Promise<TokenOutcome> {
  const { appKey } = context.config;
  const { id, version } = connection;
  const { status, durationMs, outcome } = answer;
  const place = placeOfConnection(id);
  const token = outcome.kind === 'token' && {
    connectionVersion: version,
    access: seal(appKey, outcome.access, place),
    obtainedAt: at,
    expiresAt: outcome.lifeMs === null ? null : at + outcome.lifeMs,
  };
  const refresh = outcome.kind === 'token' && outcome.refresh ? seal(appKey, outcome.refresh, place) : null;
  const generation = await context.db.transaction(async (tx) => {
    // It may have been deleted or changed meanwhile.
    const present = await findConnection(tx, connection);
    if (!present) return 0;
    const error = outcome.kind === 'error' ? outcome.message : null;
    if (asked) await insertConnectionCall(tx, id, { at, status, error, durationMs });
    // A code that came to nothing leaves what was granted before as it was.
    const state = asked === 'code' && error !== null ? present : readState(outcome);
    if (state.status === 'needs_authorization' && present.status !== state.status)
      await mailAuthorizationNeeded(context, tx, present);
    await updateConnectionStatus(tx, connection, state);
    const stored = await findToken(tx, id);
    // A provider that gives no further refresh token means the former one to be used again (RFC 6749 §6).
    if (token) await updateToken(tx, id, { ...token, refresh: refresh ?? stored?.refresh ?? null });
    else await releaseToken(tx, id);
    return (stored?.generation ?? 0) + 1;
  });
  context.wake();
  if (outcome.kind === 'error' || !token) return outcome as TokenOutcome & { kind: 'error' };
  return { kind: 'token', access: outcome.access, expiresAt: token.expiresAt, generation };
}

function readState(outcome: TokenAnswer['outcome']): ConnectionState {
  if (outcome.kind === 'token') return { status: 'ready', statusReason: null };
  const status = outcome.needsAuthorization ? 'needs_authorization' : 'failing';
  return { status, statusReason: outcome.message };
}
