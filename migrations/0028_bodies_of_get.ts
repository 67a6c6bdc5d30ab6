import { type Kysely, sql } from 'kysely';

/**
 * A GET that has a body is sent with it from now on. What stayed behind when a call became a GET was stored and never sent,
 * so it is taken out: what is stored goes on meaning the same.
 *
 * SQLite promises for no subquery that its result is still known as JSON and not as text, hence `json((select …))`: newer
 * versions than 3.53.2 forget it here.
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
