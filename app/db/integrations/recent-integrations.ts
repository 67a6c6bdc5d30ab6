// The integrations that something is asked of together.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { hasTag } from './tags';

/** So many integrations are looked at together. */
const mostTogether = 500;

/** The ids of an organization's integrations, of those that have a tag when one is given; those that ran or were made last. */
export async function listRecentIds(
  db: Queries,
  { organizationId, tag }: { organizationId: string; tag?: string | undefined },
): Promise<string[]> {
  const rows = await db.all(
    db.build
      .selectFrom('integrations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .$if(Boolean(tag), (query) => query.where(hasTag(tag ?? '')))
      .orderBy(sql`coalesce(last_executed_at, created_at)`, 'desc')
      .limit(mostTogether),
  );
  return rows.map(({ id }) => id);
}
