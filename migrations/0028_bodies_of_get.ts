import { type Kysely, sql } from 'kysely';

/**
 * Removes the bodies of GET calls. From now on a GET with a body is sent with it. A body that remained when a call became a GET
 * was stored and never sent, so without it the stored call keeps its meaning.
 *
 * SQLite does not promise that the result of a subquery is still known as JSON and not as text, hence `json((select …))`:
 * versions newer than 3.53.2 forget it here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isLeft = sql`json_extract(value, '$.method') = 'GET' and coalesce(json_extract(value, '$.body'), '') <> ''`;
  await sql`
    update integration_versions set definition = json_set(definition, '$.apiCalls', json((
      select json_group_array(json(case when ${isLeft} then json_set(value, '$.body', '') else value end))
      from (select value from json_each(definition, '$.apiCalls') order by key)
    )))
    where json_valid(definition)
      and exists (select 1 from json_each(definition, '$.apiCalls') where ${isLeft})`.execute(db);
}
