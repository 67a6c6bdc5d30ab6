import { type Kysely, sql } from 'kysely';

/**
 * Keeps who changed an integration last, for which the maker of its newest version stands where that was the last change; and
 * for each version the hosts that its calls go to, so that a search reads no definition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table integrations add column updated_by text references users on delete set null`.execute(db);
  await sql`alter table integrations add column updated_by_token text`.execute(db);
  await sql`
    update integrations set updated_by = (
      select created_by from integration_versions as newest
      where newest.integration_id = integrations.id and newest.version = integrations.version
        and abs(newest.created_at - integrations.updated_at) < 1000
    )`.execute(db);
  // To delete a user empties these columns.
  await sql`
    create index integrations_by_updater on integrations (updated_by) where updated_by is not null`.execute(
    db,
  );
  await sql`
    create index integrations_by_deleter on integrations (deleted_by) where deleted_by is not null`.execute(
    db,
  );
  await sql`alter table integration_versions add column call_hosts text not null default ''`.execute(db);
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; urls: string }>`
      select rowid as id,
        (select json_group_array(value ->> 'url') from json_each(definition -> 'apiCalls')) as urls
      from integration_versions where rowid > ${last} order by rowid limit 200`.execute(db);
    for (const { id, urls } of rows) {
      const hosts = listHosts(JSON.parse(urls) as (string | null)[]);
      if (hosts !== '') {
        await sql`update integration_versions set call_hosts = ${hosts} where rowid = ${id}`.execute(db);
      }
      last = id;
    }
    if (rows.length === 0) return;
  }
}

/** The hosts in the URLs, one a line, without credentials; a star stands for a placeholder. */
function listHosts(urls: (string | null)[]): string {
  const hosts = urls.map((url) => {
    const named = (url ?? '').trim().replace(/\{\{.*?\}\}/gs, '*');
    return (/^https?:\/\/([^/?#\s]+)/i.exec(named)?.[1] ?? '').split('@').at(-1)?.toLowerCase() ?? '';
  });
  return [...new Set(hosts)].filter((host) => host !== '' && host.length <= 300).join('\n');
}
