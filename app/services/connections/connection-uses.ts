// Notes at each save which integrations sign in with which connections, so that a used connection is not deleted.
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { replaceConnectionUses } from '~/db/connections/connection-uses';
import { listConnectionNames } from '~/db/connections/connections';
import type { Queries } from '~/db/core/queries';
import type { ApiCall } from '~/engine/definition/api-call';
import type { Definition } from '~/engine/integration';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';

/** Lists the connections that the calls of a definition sign in with, each once. */
function listUsedConnections({ apiCalls }: Definition): string[] {
  const ids = apiCalls.map(({ authConfig }) =>
    authConfig.type === 'connection' ? authConfig.connectionId : '',
  );
  return [...new Set(ids.filter(Boolean))];
}

/** Returns an invalid problem when a call signs in with something that is no connection of the organization. */
export async function checkConnections(
  tx: Queries,
  organizationId: string,
  definition: Definition,
): Promise<Problem | undefined> {
  const unconnected = await listUnconnected(tx, organizationId, definition);
  if (unconnected.length === 0) return undefined;
  const fields = unconnected.map((call) => [
    `apiCalls.${definition.apiCalls.indexOf(call)}.authConfig.connectionId`,
    [unknownConnection],
  ]);
  return {
    kind: 'invalid',
    message: `Validation failed: ${unknownConnection}`,
    fields: Object.fromEntries(fields),
  };
}

/** Lists the calls that sign in with something that is no connection of the organization, or no longer one. */
export async function listUnconnected(
  db: Queries,
  organizationId: string,
  definition: Definition,
): Promise<ApiCall[]> {
  if (listUsedConnections(definition).length === 0) return [];
  const known = new Set((await listConnectionNames(db, organizationId)).map(({ id }) => id));
  return definition.apiCalls.filter(
    ({ authConfig }) => authConfig.type === 'connection' && !known.has(authConfig.connectionId),
  );
}

const unknownConnection = 'This connection does not exist. Choose another one';

/** Notes the connections of the newest version and the deployed one. The audit notes that an integration begins to use one. */
export async function saveConnectionUses(
  tx: Queries,
  actor: Actor,
  saved: { id: string; name: string; version: number; definitions: Definition[]; now: number },
): Promise<void> {
  const { id, version, now } = saved;
  const named = [...new Set(saved.definitions.flatMap(listUsedConnections))];
  const connections = named.length > 0 ? await listConnectionNames(tx, actor.organizationId) : [];
  const names = new Map(connections.map((known) => [known.id, known.name]));
  // An older version, or a restored integration, may name a connection that was deleted since.
  const used = named.filter((connectionId) => names.has(connectionId));
  const added = await replaceConnectionUses(tx, { integrationId: id, version }, used);
  for (const subjectId of added) {
    const detail = `${names.get(subjectId) ?? ''}: ${saved.name}`;
    await insertAuditEntry(tx, { ...actor, kind: 'connection-used', subjectId, detail, now });
  }
}
