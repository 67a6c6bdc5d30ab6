import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from '~/db/core/sqlite';
import { createDataDir } from '../support/server';
import type { Received } from '../support/target';
import { waitFor } from '../support/wait-for';

/** Opens the database of a data directory for reading, beside a server that may be running on it. */
export function openForReading(dataDir: string): BetterSqlite3.Database {
  return new BetterSqlite3(join(dataDir, 'wicked.db'), { readonly: true });
}

/** The Idempotency-Key of an attempt; a rule's notice has a key of its own. */
const keyColumn = `execution_id || '.' || call_id || coalesce('.i' || item, '') || coalesce('.p' || page, '') || iif(steps.kind = 'webhook', '-notice.', '.') || attempt`;

/**
 * The Idempotency-Keys of all calls whose result a killed server had on disk. It reads a copy, so that the server
 * that starts next is the one that recovers the file.
 */
export function listRecordedKeys(dataDir: string): string[] {
  const copies = createDataDir();
  for (const name of ['wicked.db', 'wicked.db-wal']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copies, name));
  }
  const db = new BetterSqlite3(join(copies, 'wicked.db'));
  const keys = db
    .prepare(
      `select ${keyColumn}
       from attempts join steps using (execution_id, step) where duration_ms is not null`,
    )
    .pluck()
    .all() as string[];
  db.close();
  return keys;
}

export interface AttemptRow {
  execution_id: string;
  step: number;
  key: string;
  sends: number;
  status: string;
}

/** All attempts with the key they were sent under and their step's status, in the order of executions, steps and attempts. */
export function listAttemptRows(db: BetterSqlite3.Database): AttemptRow[] {
  return db
    .prepare(
      `select execution_id, step, ${keyColumn} as key, sends, status
       from attempts join steps using (execution_id, step) order by execution_id, step, attempt`,
    )
    .all() as AttemptRow[];
}

export function listExecutionRows(
  db: BetterSqlite3.Database,
): { id: string; status: string; error_message: string | null }[] {
  return db.prepare('select id, status, error_message from executions order by id').all() as never;
}

/** Executions that have not ended. */
export function countUnfinished(db: BetterSqlite3.Database): number {
  const query = "select count(*) from executions where status in ('queued', 'running')";
  return db.prepare(query).pluck().get() as number;
}

/** Waits until all executions have ended, and `isSo`, too. It fails with what has not ended. */
export function awaitEnded(db: BetterSqlite3.Database, isSo = () => true): Promise<void> {
  const describe = () => `the end of all executions; not ended: ${JSON.stringify(listUnfinished(db))}`;
  return waitFor(describe, () => countUnfinished(db) === 0 && isSo());
}

function listUnfinished(db: BetterSqlite3.Database): unknown[] {
  const query = `select e.id, e.status, j.run_at, j.deaths, j.lease_owner from executions e left join jobs j on j.subject_id = e.id
    where e.status in ('queued', 'running') limit 20`;
  return db.prepare(query).all();
}

/** How many jobs a third death could end: those that died twice, or once and are worked on. */
export function countEndangeredJobs(db: BetterSqlite3.Database): number {
  return db
    .prepare('select count(*) from jobs where deaths + (lease_owner is not null) >= 2')
    .pluck()
    .get() as number;
}

/** A third death ends an execution, rightly; where each is to be completed, no kill may meet one that is in danger. */
export async function letEndangeredFinish(dataDir: string): Promise<void> {
  const db = openForReading(dataDir);
  await waitFor('the end of jobs that another death would end', () => countEndangeredJobs(db) === 0);
  db.close();
}

export function keyOf(request: Received): string {
  return String(request.headers['idempotency-key']);
}

/** Notes for each call whose result is on disk how many requests had arrived by then, unless it was noted before. */
export function noteRecorded(recorded: Map<string, number>, dataDir: string, received: Received[]): void {
  for (const key of listRecordedKeys(dataDir)) {
    if (!recorded.has(key)) recorded.set(key, received.length);
  }
}

/** Calls that arrived again although their result was on disk. */
export function listRepeated(received: Received[], recorded: Map<string, number>): string[] {
  return received.filter((request, index) => index >= (recorded.get(keyOf(request)) ?? Infinity)).map(keyOf);
}
