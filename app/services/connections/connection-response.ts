// Connections as screens and the JSON API show them: secrets masked, times in ISO 8601.
import { z } from 'zod';
import type { AppContext } from '~/context';
import {
  type CallsOfConnection,
  listCallsOfConnections,
  type Refusal,
} from '~/db/connections/connection-days';
import { listConnectionsWithToken } from '~/db/connections/connection-tokens';
import { listConnectionUses } from '~/db/connections/connection-uses';
import { listConnections, type StoredConnection } from '~/db/connections/connections';
import {
  type ConnectionKind,
  connectionKinds,
  connectionStatuses,
  isObtaining,
} from '~/engine/connections/kinds';
import { type Pace, paceUnits } from '~/engine/connections/pace';
import { Id, Time } from '~/engine/schema/response-fields';
import { CertificateFacts, describeCertificate } from './client-certificate';
import { maskConfig, type OpenConnection, openConnection } from './connection-secrets';

/** A connection. The API's document names this schema. */
export const ConnectionResponse = z.object({
  id: Id,
  name: z.string().describe('Unique in the organization, whatever its case.'),
  baseUrl: z
    .string()
    .describe('The base of call URLs that begin with `/`. The credentials may be sent to its host.'),
  allowedHosts: z.array(z.string()).describe('Other hosts that may: `api.example.com`, `*.example.com`.'),
  pace: z
    .object({
      requests: z.number().describe('How many calls may be sent in the time.'),
      per: z.enum(paceUnits),
      burst: z.number().describe('How many of them at once after a rest.'),
    })
    .nullable()
    .describe('The maximum of calls that all integrations together send with it. Null: no limit.'),
  kind: z.enum(connectionKinds),
  /** Of its kind. Where its secrets cannot be decrypted, only the fields that are not secret. */
  config: z.record(z.string(), z.string()).describe('Secrets masked.'),
  certificate: CertificateFacts.optional().describe(
    'For a client certificate: its subject, and until when it is valid.',
  ),
  hasToken: z
    .boolean()
    .optional()
    .describe(
      'For a kind that obtains tokens: whether there is one for its present credentials. Without one, `ready` says only that the next call asks for one.',
    ),
  status: z.enum(connectionStatuses),
  statusReason: z.string().nullable(),
  refusal: z
    .object({ at: Time, integrationId: Id, executionId: Id, callName: z.string() })
    .nullable()
    .describe(
      'The last call of an execution that the API answered with 401, where the status is `failing` because of it. Null once the API accepts a call, or the connection has other credentials.',
    ),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
  usedBy: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('The integrations whose newest versions sign in with it.'),
  today: z
    .object({ calls: z.number().int(), refused: z.number().int().describe('Answered 429.') })
    .describe('Calls that executions have sent with it since midnight, UTC.'),
});
export type ConnectionResponse = z.infer<typeof ConnectionResponse>;

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
