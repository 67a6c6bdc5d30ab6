import { type Kysely, sql } from 'kysely';

/** Mails that were given up are counted for each administrator who looks, and found among very many that were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index emails_given_up on emails (id) where status = 'failed'`.execute(db);
}
