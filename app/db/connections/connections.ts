import type { ConnectionKind, ConnectionStatus } from '~/engine/connections/kinds';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

export interface StoredConnection {
  id: string;
  organizationId: string;
  name: string;
  kind: ConnectionKind;
  /** The base URL without a slash at its end; empty when there is none. */
  baseUrl: string;
  /** A JSON list. */
  allowedHosts: string;
  /** JSON of the parts that are not secret. */
  config: string;
  /** JSON of the secret parts, sealed. */
  secrets: string;
  status: ConnectionStatus;
  statusReason: string | null;
  /** JSON of how many calls may be sent within a time; null without a limit. */
  pace: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface ConnectionKey {
  id: string;
  organizationId: string;
}

/** The content that a save writes. */
export type ConnectionContent = Pick<
  StoredConnection,
  'name' | 'kind' | 'baseUrl' | 'allowedHosts' | 'config' | 'secrets' | 'pace' | 'version'
>;

/** Whether the connection can be used. */
export type ConnectionState = Pick<StoredConnection, 'status' | 'statusReason'>;

export async function insertConnection(
  db: Queries,
  connection: ConnectionKey & ConnectionContent & ConnectionState & { createdBy: string; now: number },
): Promise<void> {
  const { id, organizationId, status, statusReason, createdBy, now } = connection;
  await db.run(
    db.build.insertInto('connections').values({
      id,
      organization_id: organizationId,
      ...toColumns(connection),
      status,
      status_reason: statusReason,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    }),
  );
}

function toColumns({ baseUrl, allowedHosts, ...content }: ConnectionContent) {
  const { name, kind, config, secrets, pace, version } = content;
  return { name, kind, base_url: baseUrl, allowed_hosts: allowedHosts, config, secrets, pace, version };
}

function select(build: Queries['build'], organizationId: string) {
  return build
    .selectFrom('connections')
    .select([
      'id',
      'organization_id as organizationId',
      'name',
      'kind',
      'base_url as baseUrl',
      'allowed_hosts as allowedHosts',
      'config',
      'secrets',
      'status',
      'status_reason as statusReason',
      'pace',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('organization_id', '=', organizationId);
}

/** Returns the connections by name; an organization has at most two hundred. */
export function listConnections(db: Queries, organizationId: string): Promise<StoredConnection[]> {
  return db.all(select(db.build, organizationId).orderBy('name'));
}

// Each call that signs in with a connection asks.
const findQuery = compileQuery<ConnectionKey, StoredConnection>((build, value) =>
  select(build, value('organizationId')).where('id', '=', value('id')),
);

export function findConnection(db: Queries, key: ConnectionKey): Promise<StoredConnection | undefined> {
  return db.first(findQuery(key));
}

/** Returns ids and names, by name. */
export function listConnectionNames(
  db: Queries,
  organizationId: string,
): Promise<{ id: string; name: string }[]> {
  return db.all(
    db.build
      .selectFrom('connections')
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .orderBy('name'),
  );
}

/** Stores a save, with the status that the connection has from then on. */
export async function updateConnection(
  db: Queries,
  key: ConnectionKey,
  content: ConnectionContent & ConnectionState & { now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('connections')
      .set({
        ...toColumns(content),
        status: content.status,
        status_reason: content.statusReason,
        updated_at: content.now,
      })
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId),
  );
}

/**
 * Stores whether the credentials could be used the last time, and what was wrong. Writes nothing when the status is unchanged,
 * or when the connection has another version by now.
 */
export async function updateConnectionStatus(
  db: Queries,
  { id, version }: { id: string; version: number },
  { status, statusReason }: ConnectionState,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('connections')
      .set({ status, status_reason: statusReason })
      .where('id', '=', id)
      .where('version', '=', version)
      .where((eb) => eb.or([eb('status', '!=', status), eb('status_reason', 'is not', statusReason)])),
  );
}

export async function deleteConnection(db: Queries, key: ConnectionKey): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('connections')
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId),
  );
}

/** Deletes all connections of an organization that is being removed, with their credentials. */
export async function deleteConnections(db: Queries, organizationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('connections').where('organization_id', '=', organizationId));
}
