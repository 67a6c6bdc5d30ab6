import { type Kysely, sql } from 'kysely';

/**
 * Adds the files that are too large to be saved among the variables of a step. A file belongs to no execution until a step that
 * saved it is recorded, which adds a use; a replay adds another one. One without a use is removed when the execution that
 * downloaded it has ended. Its bytes are sealed in parts by a key of its own, which is sealed itself, so that only the key is sealed
 * again when the key of the installation changes. Tables with rowids, for the reason that migration 0099 gives.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_files (
      id text not null primary key,
      organization_id text not null references organizations on delete cascade,
      execution_id text not null,
      call_key text not null,
      sealed_key text not null,
      size integer not null,
      sha256 text,
      is_secret integer not null default 0 check (is_secret in (0, 1)),
      created_at integer not null,
      removed_at integer
    ) strict`.execute(db);
  await sql`
    create index saved_files_by_organization on saved_files (organization_id, removed_at, size)`.execute(db);
  await sql`create index saved_files_by_execution on saved_files (execution_id)`.execute(db);
  await sql`
    create table saved_file_parts (
      file_id text not null references saved_files on delete cascade,
      part integer not null,
      bytes blob not null,
      primary key (file_id, part)
    ) strict`.execute(db);
  await sql`
    create table saved_file_uses (
      execution_id text not null references executions on delete cascade,
      step integer not null,
      file_id text not null references saved_files on delete cascade,
      primary key (execution_id, step, file_id)
    ) strict`.execute(db);
  await sql`create index saved_file_uses_by_file on saved_file_uses (file_id)`.execute(db);
}
