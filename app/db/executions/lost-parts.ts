// Repairs unfinished executions in a file that was recovered from a damaged one. An execution that lost what it needs to go on
// would otherwise stay unfinished for ever and hold up its schedule.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { closeRunningSteps } from './steps';

const reason =
  'What this execution needs to go on was lost: the database was damaged, and this is what could be saved of it.';

/**
 * Ends in error what lost its payload or its integration. Gives a running execution that lost its job a new one, so that it
 * goes on after its last stored result. Each execution has a payload afterwards, or it would get that of a later one. Returns
 * how many it ended.
 */
export async function endOrRequeueUnfinished(db: Queries, now: number): Promise<number> {
  const payloads = db.build.selectFrom('payloads').select('seq');
  const integrations = db.build.selectFrom('integrations').select('id');
  const lost = await db.all(
    db.build
      .selectFrom('executions')
      .select('id')
      .where('status', 'in', ['queued', 'running'])
      .where(({ eb, or }) =>
        or([eb('payload_seq', 'not in', payloads), eb('integration_id', 'not in', integrations)]),
      ),
  );
  for (const { id } of lost) {
    await closeRunningSteps(db, { executionId: id, reason, now });
    await db.run(
      db.build
        .updateTable('executions')
        .set({ status: 'error', error_message: reason, completed_at: now })
        .where('id', '=', id),
    );
  }
  const withoutPayload = db.build
    .selectFrom('executions')
    .select(['payload_seq', sql<null>`null`.as('trigger_data')])
    .distinct()
    .where('payload_seq', 'not in', payloads);
  const jobs = db.build.selectFrom('jobs').select('subject_id').where('kind', '=', 'execution');
  const withoutJob = db.build
    .selectFrom('executions')
    .select([
      sql<'execution'>`'execution'`.as('kind'),
      'id as subject_id',
      'organization_id',
      sql<number>`${now}`.as('run_at'),
      sql<number>`${now}`.as('created_at'),
    ])
    .where('status', '=', 'running')
    .where('id', 'not in', jobs);
  await db.runAll([
    db.build.insertInto('payloads').columns(['seq', 'trigger_data']).expression(withoutPayload),
    db.build
      .insertInto('jobs')
      .columns(['kind', 'subject_id', 'organization_id', 'run_at', 'created_at'])
      .expression(withoutJob),
  ]);
  return lost.length;
}
