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
import { findConnection, type StoredConnection, updateConnectionStatus } from '~/db/connections/connections';
import { placeOfConnection } from './connection-secrets';
import type { NoToken, TokenOutcome } from './token-outcome';
import { type ClientConfig, requestToken } from './token-request';

type Context = Pick<AppContext, 'config' | 'db' | 'now' | 'outbound' | 'tokenRequests'>;

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
  config: ClientConfig,
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
  config: ClientConfig,
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
  config: ClientConfig,
): Promise<TokenOutcome> {
  const { db, now } = context;
  const { id } = connection;
  const at = now();
  const { status, durationMs, outcome } = await requestToken(context, connection.organizationId, config);
  const isObtained = outcome.kind === 'token';
  const token = isObtained && {
    connectionVersion: connection.version,
    access: seal(context.config.appKey, outcome.access, placeOfConnection(id)),
    obtainedAt: at,
    expiresAt: outcome.lifeMs === null ? null : at + outcome.lifeMs,
  };
  const generation = await db.transaction(async (tx) => {
    // It may have been deleted meanwhile.
    if (!(await findConnection(tx, connection))) return 0;
    const error = isObtained ? null : outcome.message;
    await insertConnectionCall(tx, id, { at, status, error, durationMs });
    await updateConnectionStatus(tx, connection, error);
    if (token) await updateToken(tx, id, token);
    else await releaseToken(tx, id);
    return (await findToken(tx, id))?.generation ?? 0;
  });
  if (!isObtained || !token) return outcome as NoToken;
  return { kind: 'token', access: outcome.access, expiresAt: token.expiresAt, generation };
}
