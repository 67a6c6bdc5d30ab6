import { type Kysely, sql } from 'kysely';

/**
 * Of an execution that two processes died with, a runner takes one at a time: `trial` is `alone` while it is the one, and `died`
 * when the process died then, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column trial text check (trial in ('alone', 'died'))`.execute(db);
  await sql`create index jobs_suspected on jobs (deaths, run_at) where kind = 'execution' and deaths >= 2`.execute(
    db,
  );
}
