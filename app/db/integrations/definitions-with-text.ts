import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/**
 * Lists the integrations of an organization whose newest or deployed version holds a text, whatever its case, by name; with each
 * of these versions as it is stored.
 */
export function listDefinitionsWith(
  db: Queries,
  organizationId: string,
  text: string,
): Promise<{ id: string; name: string; definition: string }[]> {
  return db.all(
    db.build
      .selectFrom('integrations')
      .innerJoin('integration_versions as saved', (join) =>
        join
          .onRef('saved.integration_id', '=', 'integrations.id')
          .on((on) =>
            on('saved.version', 'in', [
              on.ref('integrations.version'),
              on.ref('integrations.deployed_version'),
            ]),
          ),
      )
      .select(['integrations.id', 'integrations.name', 'definition'])
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`instr(lower(definition), lower(${text})) > 0`)
      .orderBy('integrations.name'),
  );
}
