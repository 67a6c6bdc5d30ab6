// Integrations by the hosts that their calls go to: those of the newest and the deployed version, and of the connections in use.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/** The versions and the connections of an integration whose hosts count. For queries on `integrations`. */
const fromVersions = sql`
  from integration_versions as saved
  where saved.integration_id = integrations.id
    and saved.version in (integrations.version, integrations.deployed_version)`;
const fromConnections = sql`
  from connection_uses inner join connections on connections.id = connection_id
  where connection_uses.integration_id = integrations.id
    and connections.organization_id = integrations.organization_id`;

const afterScheme = sql`substr(base_url, instr(base_url, '://') + 3)`;
const connectionHost = sql<string>`lower(substr(${afterScheme}, 1, instr(${afterScheme} || '/', '/') - 1))`;

/** Builds the condition, for queries on `integrations`, that a host of an integration contains a text in lower case. */
export function callsHost(text: string) {
  return sql<boolean>`(
    exists (select 1 ${fromVersions} and instr(saved.call_hosts, ${text}) > 0)
    or exists (select 1 ${fromConnections} and instr(${connectionHost}, ${text}) > 0))`;
}

/** Returns the first host of each of some integrations that contains a text in lower case, by the integration's id. */
export async function findCalledHosts(
  db: Queries,
  { organizationId, ids, text }: { organizationId: string; ids: string[]; text: string },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all(
    db.build
      .selectFrom('integrations')
      .select('id')
      .select(
        sql<string | null>`(select group_concat(saved.call_hosts, char(10)) ${fromVersions})`.as('written'),
      )
      .select(
        sql<string | null>`(select group_concat(${connectionHost}, char(10)) ${fromConnections})`.as(
          'connected',
        ),
      )
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .where('id', 'in', ids),
  );
  const found = new Map<string, string>();
  for (const { id, written, connected } of rows) {
    const host = `${written ?? ''}\n${connected ?? ''}`.split('\n').find((each) => each.includes(text));
    if (host !== undefined) found.set(id, host);
  }
  return found;
}
