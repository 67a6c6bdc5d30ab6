import type { AppContext } from '~/context';
import { type DayOfCalls, listDaysOfCalls } from '~/db/connections/connection-days';
import { listConnectionUses } from '~/db/connections/connection-uses';
import { listConnections, type StoredConnection } from '~/db/connections/connections';
import type { ConnectionKind, ConnectionStatus } from '~/engine/connections/kinds';
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
  status: ConnectionStatus;
  statusReason: string | null;
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
  { uses, today, now }: { uses: { id: string; name: string }[]; today: DayOfCalls | undefined; now: number },
): ConnectionResponse {
  const { id, name, kind, baseUrl, version } = stored;
  const certificate =
    opened?.kind === 'client_certificate' ? describeCertificate(opened.config.certificate, now) : undefined;
  const reason = 'Its secrets cannot be decrypted with the current APP_KEY. Please enter them again.';
  return {
    id,
    name,
    kind,
    baseUrl,
    allowedHosts: JSON.parse(stored.allowedHosts) as string[],
    config: opened ? maskConfig(opened) : (JSON.parse(stored.config) as Record<string, string>),
    pace: JSON.parse(stored.pace ?? 'null') as Pace | null,
    ...(certificate && { certificate }),
    status: opened ? stored.status : 'failing',
    statusReason: opened ? stored.statusReason : reason,
    version,
    createdAt: new Date(stored.createdAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
    usedBy: uses.map((use) => ({ id: use.id, name: use.name })),
    today: today ?? { calls: 0, refused: 0 },
  };
}

/** Returns all connections of an organization, ordered by name. */
export async function listConnectionResponses(
  { config, db, now }: Pick<AppContext, 'config' | 'db' | 'now'>,
  organizationId: string,
): Promise<ConnectionResponse[]> {
  const at = now();
  const [stored, uses, days] = await Promise.all([
    listConnections(db, organizationId),
    listConnectionUses(db, { organizationId }),
    listDaysOfCalls(db, { organizationId, at }),
  ]);
  return stored.map((each) =>
    describeConnection(each, openConnection(config, each), {
      uses: uses.filter(({ connectionId }) => connectionId === each.id),
      today: days.get(each.id),
      now: at,
    }),
  );
}
