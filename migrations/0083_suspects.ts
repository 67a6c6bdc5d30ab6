import { type Kysely, sql } from 'kysely';

/**
 * Lets a runner try executions that two processes died with one at a time: `trial` is `alone` during that try, and `died` when
 * the process died then, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column trial text check (trial in ('alone', 'died'))`.execute(db);
  await sql`create index jobs_suspected on jobs (deaths, run_at) where kind = 'execution' and deaths >= 2`.execute(
    db,
  );
}
