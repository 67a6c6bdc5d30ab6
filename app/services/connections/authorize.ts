// The credentials of a call, read again for each attempt, so that a changed connection applies from the next call on.
import type { AppContext } from '~/context';
import { rejectToken } from '~/db/connections/connection-tokens';
import { findConnection, type StoredConnection } from '~/db/connections/connections';
import { isForOneRequest } from '~/engine/connections/jwt-config';
import { isObtaining } from '~/engine/connections/kinds';
import { addExtraHeaders } from '~/engine/connections/extra-headers';
import {
  type ConnectionGrant,
  describeFixed,
  describeObtained,
  describeSigned,
} from '~/engine/connections/grant';
import type { Authorization, RunPorts } from '~/engine/run/ports';
import type { Pace } from '~/engine/connections/pace';
import { addressOfConnection } from './authorization-mail';
import { openCachedConnection } from './connection-secrets';
import { deferTurns } from './pace';
import { findCostlyKey } from './signing/costly-key';
import { signToken } from './signed-token';
import { obtainToken } from './obtain-token';
import type { NoToken } from './token-outcome';

type Context = Pick<
  AppContext,
  'config' | 'connections' | 'db' | 'now' | 'outbound' | 'tokenRequests' | 'wake'
>;

/** Creates the functions by which calls of an organization's runs use connections. */
export function createConnectionPorts(
  context: Context,
  organizationId: string,
): Pick<RunPorts, 'authorize' | 'reject' | 'deferTurns'> {
  return {
    authorize: (id) => authorizeConnection(context, organizationId, id),
    reject: (id, generation) => rejectToken(context.db, id, generation),
    deferTurns: (call, until) => deferTurns(context, call, until),
  };
}

const gone = { kind: 'refused', message: 'The connection of this call no longer exists.' } as const;

/** Returns what a connection of the organization gives a call. */
export async function authorizeConnection(
  context: Context,
  organizationId: string,
  id: string,
): Promise<Authorization> {
  const stored = await findConnection(context.db, { id, organizationId });
  if (!stored) return gone;
  const connection = openCachedConnection(context.connections, stored);
  if (!connection) {
    const message = `The secrets of the connection ${stored.name} cannot be decrypted with the current APP_KEY.`;
    return { kind: 'refused', message };
  }
  const costly = findCostlyKey(connection);
  if (costly !== undefined) {
    const message = `Nothing was sent: the private key of the connection ${stored.name} is not used. ${costly}: ${addressOfConnection(context, id)}`;
    return { kind: 'refused', message };
  }
  const pace = stored.pace === null ? undefined : { pace: JSON.parse(stored.pace) as Pace };
  const give = (grant: ConnectionGrant): Authorization => ({
    kind: 'granted',
    grant: { ...addExtraHeaders(grant, connection), version: stored.version, ...pace },
  });
  if (connection.kind === 'signed_jwt') {
    const { config } = connection;
    const token = isForOneRequest(config) ? undefined : await signToken(config, context.now());
    return give(describeSigned(connection, token));
  }
  if (!isObtaining(connection)) return give(describeFixed(connection));

  const began = performance.now();
  const token = await obtainToken(context, stored, connection);
  if (token.kind === 'gone') return gone;
  if (token.kind === 'token') return give(describeObtained(connection, token));
  const where = token.isFinal
    ? ` ${describeRemedy(connection, token)}: ${addressOfConnection(context, id)}`
    : '';
  // Some providers' words end without a period.
  const why = where && !/[.!?]$/.test(token.message) ? `${token.message}.` : token.message;
  const message = `Nothing was sent: the connection ${stored.name} has no token. ${why}${where}`;
  if (token.isFinal) return { kind: 'refused', message };
  const durationMs = Math.round(performance.now() - began);
  const outcome = { kind: 'failure', reason: 'authorization', sent: false, message, durationMs } as const;
  return {
    kind: 'unobtained',
    grant: describeObtained(connection),
    outcome: { ...outcome, answeredAt: context.now() },
  };
}

/** Returns what ends a refusal, on the connection's page. */
function describeRemedy({ kind }: Pick<StoredConnection, 'kind'>, { needsAuthorization }: NoToken): string {
  if (!needsAuthorization) return 'Check the connection';
  return kind === 'oauth2_refresh_token' ? 'Enter a new one' : 'Connect it';
}
