// The integrations that one query covers together.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { hasTag } from './tags';

/** The most integrations that one query covers. */
const maxTogether = 500;

/** Returns the ids of the integrations that ran or were made last; with `tag`, only of those that have it. */
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
      .limit(maxTogether),
  );
  return rows.map(({ id }) => id);
}
