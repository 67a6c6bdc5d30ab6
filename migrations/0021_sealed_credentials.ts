import { type Kysely, sql } from 'kysely';

/**
 * Marks the versions that may hold unencrypted credentials, in headers that nobody marked secret. A migration has no key to
 * seal them with: the server does so when it starts, and finds them by the index, which is empty afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integration_versions add column credentials_sealed integer not null default 0`.execute(
    db,
  );
  await sql`create index unsealed_versions on integration_versions (integration_id, version)
    where credentials_sealed = 0`.execute(db);
}
