import { type Kysely, sql } from 'kysely';

/** Finds mails that were given up among very many sent ones: they are counted whenever an administrator looks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index emails_given_up on emails (id) where status = 'failed'`.execute(db);
}
