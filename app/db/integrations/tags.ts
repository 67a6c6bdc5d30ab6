// Tags of integrations. Tags that differ only in the case of ASCII letters are the same.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/** Builds the condition, for queries on `integrations`, that an integration has the tag. */
export function hasTag(tag: string) {
  return sql<boolean>`exists (select 1 from json_each(integrations.tags) where value = ${tag} collate nocase)`;
}

/** All tags of an integration in one text, one per line. */
export const tagsText = sql<string>`coalesce((select group_concat(value, char(10)) from json_each(integrations.tags)), '')`;

/** Reads the column `tags`. */
export function readTags(stored: string): string[] {
  return stored === '[]' ? [] : (JSON.parse(stored) as string[]);
}

/** The most tags of an organization that are offered. */
const maxOffered = 200;

/** Returns the tags of an organization's integrations, by name, with the number of integrations that have each. */
export function listTags(db: Queries, organizationId: string): Promise<{ tag: string; count: number }[]> {
  const tag = sql<string>`json_each.value collate nocase`;
  return db.all(
    db.build
      .selectFrom(['integrations', sql<{ value: string }>`json_each(integrations.tags)`.as('json_each')])
      .select([sql<string>`min(json_each.value)`.as('tag'), sql<number>`count(*)`.as('count')])
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .where('tags', '!=', '[]')
      .groupBy(tag)
      .orderBy(tag)
      .limit(maxOffered),
  );
}
