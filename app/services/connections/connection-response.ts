import type { AppContext } from '~/context';
import {
  type CallsOfConnection,
  type DayOfCalls,
  listCallsOfConnections,
  type Refusal,
} from '~/db/connections/connection-days';
import { listConnectionsWithToken } from '~/db/connections/connection-tokens';
import { listConnectionUses } from '~/db/connections/connection-uses';
import { listConnections, type StoredConnection } from '~/db/connections/connections';
import { type ConnectionKind, type ConnectionStatus, isObtaining } from '~/engine/connections/kinds';
import type { Pace } from '~/engine/connections/pace';
import { type CertificateFacts, describeCertificate } from './client-certificate';
import { maskConfig, type OpenConnection, openConnection } from './connection-secrets';

/** A connection as screens and the JSON API show it: secrets masked, times in ISO 8601. */
export interface ConnectionResponse {
  id: string;
  name: string;
  kind: ConnectionKind;
  baseUrl: string;
  allowedHosts: string[];
  /** The fields of the connection's kind. Where its secrets cannot be decrypted, only the fields that are not secret. */
  config: Record<string, string>;
  pace: Pace | null;
  /** The facts of a client certificate that can be read. */
  certificate?: CertificateFacts | undefined;
  /** Of a kind that obtains tokens: whether there is one for its present credentials. */
  hasToken?: boolean;
  status: ConnectionStatus;
  statusReason: string | null;
  /** The refused call that the status is about; its execution may have been deleted. */
  refusal: (Omit<Refusal, 'at'> & { at: string }) | null;
  /** The version. Sent along with a change, it keeps the change from overwriting another user's. */
  version: number;
  createdAt: string;
  updatedAt: string;
  usedBy: { id: string; name: string }[];
  /** The calls of executions since midnight UTC. */
  today: DayOfCalls;
}

export function describeConnection(
  stored: StoredConnection,
  opened: OpenConnection | undefined,
  {
    uses,
    calls,
    hasToken,
    now,
  }: {
    uses: { id: string; name: string }[];
    calls: CallsOfConnection | undefined;
    hasToken: boolean;
    now: number;
  },
): ConnectionResponse {
  const { id, name, kind, baseUrl, version } = stored;
  const certificate =
    opened?.kind === 'client_certificate' ? describeCertificate(opened.config.certificate, now) : undefined;
  return {
    id,
    name,
    kind,
    baseUrl,
    allowedHosts: JSON.parse(stored.allowedHosts) as string[],
    config: opened ? maskConfig(opened) : (JSON.parse(stored.config) as Record<string, string>),
    pace: JSON.parse(stored.pace ?? 'null') as Pace | null,
    ...(certificate && { certificate }),
    ...(isObtaining(stored) && { hasToken }),
    ...describeState(stored, opened, calls?.refusal),
    version,
    createdAt: new Date(stored.createdAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
    usedBy: uses.map((use) => ({ id: use.id, name: use.name })),
    today: calls?.today ?? { calls: 0, refused: 0 },
  };
}

function describeState(
  { status, statusReason }: StoredConnection,
  opened: OpenConnection | undefined,
  refusal: Refusal | undefined,
): Pick<ConnectionResponse, 'status' | 'statusReason' | 'refusal'> {
  if (!opened) return { status: 'failing', statusReason: undecryptable, refusal: null };
  // Without a token nothing is sent, so that the problem with the token is the later one.
  if (status !== 'ready' || !refusal) return { status, statusReason, refusal: null };
  return {
    status: 'failing',
    statusReason: describeRefusal(opened.kind, refusal.callName),
    refusal: { ...refusal, at: new Date(refusal.at).toISOString() },
  };
}

function describeRefusal(kind: ConnectionKind, callName: string): string {
  if (kind === 'none') return `The API asked for credentials at the call ${callName} (HTTP 401).`;
  return `The API refused the credentials of the call ${callName} (HTTP 401).`;
}

const undecryptable = 'Its secrets cannot be decrypted with the current APP_KEY. Please enter them again.';

/** Returns all connections of an organization, ordered by name. */
export async function listConnectionResponses(
  { config, db, now }: Pick<AppContext, 'config' | 'db' | 'now'>,
  organizationId: string,
): Promise<ConnectionResponse[]> {
  const at = now();
  const [stored, uses, calls, withToken] = await Promise.all([
    listConnections(db, organizationId),
    listConnectionUses(db, { organizationId }),
    listCallsOfConnections(db, { organizationId, at }),
    listConnectionsWithToken(db, organizationId),
  ]);
  return stored.map((each) =>
    describeConnection(each, openConnection(config, each), {
      uses: uses.filter(({ connectionId }) => connectionId === each.id),
      calls: calls.get(each.id),
      hasToken: withToken.has(each.id),
      now: at,
    }),
  );
}
