import type { IntegrationKey } from './integrations';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

/** A webhook secret that was replaced, sealed; valid until `until`, in milliseconds since 1970. */
interface FormerSecret {
  sealed: string;
  until: number;
}

// Each run of a webhook with a secret asks.
const findQuery = compileQuery<{ id: string }, { sealed: string | null; until: number | null }>(
  (build, value) =>
    build
      .selectFrom('integrations')
      .select(['former_secret as sealed', 'former_secret_until as until'])
      .where('id', '=', value('id')),
);

export async function findFormerSecret(
  db: Queries,
  integrationId: string,
): Promise<FormerSecret | undefined> {
  const row = await db.first(findQuery({ id: integrationId }));
  return row?.sealed && row.until !== null ? { sealed: row.sealed, until: row.until } : undefined;
}

/** Stores the secret that was just replaced, over the one before it; null deletes it. Returns whether a row changed. */
export async function updateFormerSecret(
  db: Queries,
  key: IntegrationKey,
  former: FormerSecret | null,
): Promise<boolean> {
  const changed = await db.run(
    db.build
      .updateTable('integrations')
      .set({ former_secret: former?.sealed ?? null, former_secret_until: former?.until ?? null })
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId)
      .where('deleted_at', 'is', null)
      .$if(former === null, (query) => query.where('former_secret', 'is not', null)),
  );
  return changed > 0;
}

/** Deletes former secrets that are no longer valid, at most `limit`. Returns how many. */
export function deleteEndedFormerSecrets(db: Queries, now: number, limit: number): Promise<number> {
  return db.run(
    db.build
      .updateTable('integrations')
      .set({ former_secret: null, former_secret_until: null })
      .where('id', 'in', (eb) =>
        eb.selectFrom('integrations').select('id').where('former_secret_until', '<=', now).limit(limit),
      ),
  );
}
