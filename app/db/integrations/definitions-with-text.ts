import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { selectVersionsInUse } from './versions-in-use';

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
    selectVersionsInUse(db)
      .select(['integrations.id', 'integrations.name', 'definition'])
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`instr(lower(definition), lower(${text})) > 0`)
      .orderBy('integrations.name'),
  );
}
