// Executions that were kept as tests of their integration.
import { type Insertable, sql } from 'kysely';
import { deleteAsManyAsFit } from '../core/deletion/few-bytes';
import type { Queries } from '../core/queries';
import type { Tables } from '../core/tables';
import type { IntegrationKey } from './integrations';

/** A test without its recording, which may take megabytes. */
export interface RecordedTestRow {
  id: string;
  name: string;
  executionId: string;
  requests: number;
  /** JSON. */
  ignored: string;
  /** JSON. */
  conditions: string;
  createdAt: number;
  updatedAt: number;
  lastOutcome: 'passed' | 'differs' | 'stale' | null;
  lastVersion: number | null;
  lastRunAt: number | null;
}

const columns = [
  'recorded_tests.id',
  'recorded_tests.name',
  'execution_id as executionId',
  'requests',
  'ignored',
  'conditions',
  'recorded_tests.created_at as createdAt',
  'recorded_tests.updated_at as updatedAt',
  'last_outcome as lastOutcome',
  'last_version as lastVersion',
  'last_run_at as lastRunAt',
] as const;

function selectTests(db: Queries, { id, organizationId }: IntegrationKey) {
  return db.build
    .selectFrom('recorded_tests')
    .innerJoin('integrations', 'integrations.id', 'integration_id')
    .where('integration_id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);
}

/** Returns all tests of an integration, newest first; only a few are kept. */
export function listRecordedTests(db: Queries, key: IntegrationKey): Promise<RecordedTestRow[]> {
  return db.all(selectTests(db, key).select(columns).orderBy('recorded_tests.id', 'desc'));
}

export function findRecordedTest(
  db: Queries,
  key: IntegrationKey,
  testId: string,
): Promise<RecordedTestRow | undefined> {
  return db.first(selectTests(db, key).select(columns).where('recorded_tests.id', '=', testId));
}

/** Returns the requests and their responses, sealed. */
export async function findSealedRecording(
  db: Queries,
  key: IntegrationKey,
  testId: string,
): Promise<string | undefined> {
  const sealed = selectTests(db, key).innerJoin('test_recordings', 'test_id', 'recorded_tests.id');
  return (await db.first(sealed.select('recording').where('recorded_tests.id', '=', testId)))?.recording;
}

export async function countRecordedTests(db: Queries, key: IntegrationKey): Promise<number> {
  const counted = selectTests(db, key).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await db.first(counted))?.count ?? 0;
}

export async function insertRecordedTest(
  db: Queries,
  row: Insertable<Tables['recorded_tests']>,
  recording: string,
): Promise<void> {
  await db.run(db.build.insertInto('recorded_tests').values(row));
  await db.run(db.build.insertInto('test_recordings').values({ test_id: row.id, recording }));
}

/** Updates a test. The caller has checked that the organization owns the integration. */
export async function updateRecordedTest(
  db: Queries,
  integrationId: string,
  { id, name, ignored, conditions, updatedAt }: TestContent,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('recorded_tests')
      .set({ name, ignored, conditions, updated_at: updatedAt })
      .where('id', '=', id)
      .where('integration_id', '=', integrationId),
  );
}

type TestContent = Pick<RecordedTestRow, 'id' | 'name' | 'ignored' | 'conditions' | 'updatedAt'>;

type Outcome = NonNullable<RecordedTestRow['lastOutcome']>;

/** Stores the outcomes of tests on a version. The caller has checked that the organization owns the integration. */
export async function updateTestResults(
  db: Queries,
  { integrationId, version, now }: { integrationId: string; version: number; now: number },
  results: readonly { testId: string; outcome: Outcome }[],
): Promise<void> {
  const byOutcome = new Map<Outcome, string[]>();
  for (const { testId, outcome } of results) {
    byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), testId]);
  }
  for (const [outcome, testIds] of byOutcome) {
    await db.run(
      db.build
        .updateTable('recorded_tests')
        .set({ last_outcome: outcome, last_version: version, last_run_at: now })
        .where('integration_id', '=', integrationId)
        .where('id', 'in', testIds),
    );
  }
}

/**
 * Replaces what a test expects; changes nothing where the integration has no such test. The caller has checked that the
 * organization owns the integration.
 */
export async function updateRecording(
  db: Queries,
  { integrationId, testId }: { integrationId: string; testId: string },
  { recording, requests, now }: { recording: string; requests: number; now: number },
): Promise<void> {
  const updated = await db.run(
    db.build
      .updateTable('recorded_tests')
      .set({ requests, updated_at: now })
      .where('id', '=', testId)
      .where('integration_id', '=', integrationId),
  );
  // The recording is stored in a row of its own, which does not have the integration's id.
  if (updated === 0) return;
  await db.run(db.build.updateTable('test_recordings').set({ recording }).where('test_id', '=', testId));
}

/** Deletes a test. Returns whether it existed. The caller has checked that the organization owns the integration. */
export async function deleteRecordedTest(
  db: Queries,
  { integrationId, testId }: { integrationId: string; testId: string },
): Promise<boolean> {
  const deleted = db.build
    .deleteFrom('recorded_tests')
    .where('id', '=', testId)
    .where('integration_id', '=', integrationId);
  return (await db.run(deleted)) > 0;
}

/** Deletes tests of an integration that is being removed, of few bytes. Returns how many: 0 when there are none left. */
export async function deleteSomeTests(db: Queries, integrationId: string): Promise<number> {
  const some = await db.all(
    db.build
      .selectFrom('recorded_tests')
      .leftJoin('test_recordings', 'test_id', 'recorded_tests.id')
      .select(['recorded_tests.id', sql<number>`ifnull(octet_length(recording), 0)`.as('bytes')])
      .where('integration_id', '=', integrationId),
  );
  return deleteAsManyAsFit(db, some, ({ id }) => db.build.deleteFrom('recorded_tests').where('id', '=', id));
}
