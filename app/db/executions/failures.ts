// The ways in which the executions of an integration fail, by the call and the kind of failure; incidents are made from them. A
// failed execution is counted on the row of its way; an execution that gets past the call marks the row as recovered.
import { sql } from 'kysely';
import type { FailureKind, RunFailure } from '~/engine/events/failure-kind';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

export interface NewFailure {
  integrationId: string;
  failure: RunFailure;
  executionId: string;
  /** Secrets masked. */
  reason: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Formats the failure of an execution for its row. */
export function writeFailure({ callId, kind }: Pick<RunFailure, 'callId' | 'kind'>): string {
  return `${kind} ${callId}`;
}

interface Row {
  integrationId: string;
  callId: string;
  kind: FailureKind;
  callName: string;
  executionId: string;
  reason: string | null;
  at: number;
}

const countQuery = compileQuery<Row>((build, value) =>
  build
    .insertInto('failures')
    .values({
      integration_id: value('integrationId'),
      call_id: value('callId'),
      kind: value('kind'),
      call_name: value('callName'),
      count: 1,
      in_row: 1,
      since: value('at'),
      last_at: value('at'),
      execution_id: value('executionId'),
      reason: value('reason'),
    })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'call_id', 'kind']).doUpdateSet({
        call_name: sql`excluded.call_name`,
        count: sql`failures.count + 1`,
        in_row: sql`iif(failures.recovered_at is null, failures.in_row + 1, 1)`,
        since: sql`iif(failures.recovered_at is null, failures.since, excluded.since)`,
        last_at: sql`excluded.last_at`,
        execution_id: sql`excluded.execution_id`,
        reason: sql`excluded.reason`,
        recovered_at: null,
      }),
    ),
);

export function countFailureQuery({ integrationId, failure, executionId, reason, at }: NewFailure) {
  const { callId, callName, kind } = failure;
  return countQuery({ integrationId, callId, kind, callName, executionId, reason, at });
}

interface Passing {
  integrationId: string;
  executionId: string;
  /** The call at which the execution failed; '' when it failed at none. */
  failedCallId: string;
  isCompleted: 0 | 1;
  at: number;
}

const isFailingQuery = compileQuery<{ integrationId: string }, { kind: FailureKind }>((build, value) =>
  build
    .selectFrom('failures')
    .select('kind')
    .where('integration_id', '=', value('integrationId'))
    .where('recovered_at', 'is', null)
    .limit(1),
);

/**
 * Marks failing calls as recovered when the execution that ends got past them. Reads first: this runs for every execution and
 * mostly finds nothing to write, and a writing statement would build a temporary table to find that out.
 */
export async function recoverFailures(db: Queries, passing: Passing): Promise<void> {
  const isFailing = await db.first(isFailingQuery({ integrationId: passing.integrationId }));
  if (isFailing) await db.run(recoverQuery(passing));
}

const recoverQuery = compileQuery<Passing>((build, value) =>
  build
    .updateTable('failures')
    .set({ recovered_at: value('at') })
    .where('integration_id', '=', value('integrationId'))
    .where('recovered_at', 'is', null)
    .where(
      sql<boolean>`iif(call_id = '', ${value('isCompleted')}, call_id <> ${value('failedCallId')} and exists (
        select 1 from steps where execution_id = ${value('executionId')} and steps.call_id = failures.call_id
          and kind = 'call' and (status = 'success' or (${value('isCompleted')} and status <> 'skipped'))))`,
    ),
);

const goingOnQuery = compileQuery<{ integrationId: string; callId: string }, { kind: FailureKind }>(
  (build, value) =>
    build
      .selectFrom('failures')
      .select('kind')
      .where('integration_id', '=', value('integrationId'))
      .where('call_id', '=', value('callId'))
      .where('recovered_at', 'is', null)
      .where('kind', 'in', ['timeout', 'unreachable'])
      .orderBy('last_at', 'desc')
      .limit(1),
);

/** Gives a call that was not sent, because its host is left alone, the kind of failure that it had before. */
export async function restoreFailureKind(
  db: Queries,
  integrationId: string,
  failure: RunFailure,
): Promise<RunFailure> {
  if (!failure.isCircuitOpen) return failure;
  const { callId } = failure;
  const known = await db.first(goingOnQuery({ integrationId, callId }));
  return known ? { ...failure, kind: known.kind } : failure;
}

/** A way in which an integration fails or failed. Times in milliseconds since 1970. */
export interface RecurringFailure {
  integrationId: string;
  callId: string;
  kind: FailureKind;
  callName: string;
  /** The number of failures ever. */
  count: number;
  /** The number of failures since the call last worked; for a recovered call, the number before that. */
  inRow: number;
  since: number;
  lastAt: number;
  executionId: string;
  reason: string | null;
  recoveredAt: number | null;
}

function selectFailures(db: Queries) {
  return db.build
    .selectFrom('failures')
    .select([
      'integration_id as integrationId',
      'call_id as callId',
      'kind',
      'call_name as callName',
      'count',
      'in_row as inRow',
      'since',
      'last_at as lastAt',
      'execution_id as executionId',
      'reason',
      'recovered_at as recoveredAt',
    ]);
}

/** Returns the failures that go on, and those last seen at or after `since`. */
export function listFailures(db: Queries, since: number): Promise<RecurringFailure[]> {
  return db.all(
    selectFailures(db).where((eb) => eb.or([eb('recovered_at', 'is', null), eb('last_at', '>=', since)])),
  );
}

/** Returns a way in which an integration fails or failed, as long as it is stored. */
export function findFailure(
  db: Queries,
  { integrationId, callId, kind }: { integrationId: string; callId: string; kind: string },
): Promise<RecurringFailure | undefined> {
  return db.first(
    selectFailures(db)
      .where('integration_id', '=', integrationId)
      .where('call_id', '=', callId)
      .where('kind', '=', kind as FailureKind),
  );
}

/** Deletes the failures that were last seen before that time. */
export async function deleteFailuresBefore(db: Queries, before: number): Promise<void> {
  await db.run(db.build.deleteFrom('failures').where('last_at', '<', before));
}
