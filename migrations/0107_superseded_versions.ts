import { type Kysely, sql } from 'kysely';

/**
 * Keeps since when a version has been neither the newest nor the deployed one, so that it can be removed after years; for
 * versions of before, since now. Keeps when an integration was last put into service, and when a pause of the installation
 * ended: alerts count from then on. The index finds counts of days that are to be removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table superseded_versions (
      integration_id text not null,
      version integer not null,
      superseded_at integer not null,
      primary key (integration_id, version),
      foreign key (integration_id, version) references integration_versions on delete cascade
    ) strict, without rowid`.execute(db);
  await sql`create index superseded_versions_by_time on superseded_versions (superseded_at)`.execute(db);
  await sql`
    insert into superseded_versions
    select integration_id, integration_versions.version, unixepoch() * 1000
    from integration_versions join integrations on integrations.id = integration_id
    where integration_versions.version not in (integrations.version, deployed_version)`.execute(db);
  await sql`create index execution_days_by_day on execution_days (day)`.execute(db);
  await sql`alter table integrations add column activated_at integer`.execute(db);
  await sql`alter table installation add column resumed_at integer`.execute(db);
}
