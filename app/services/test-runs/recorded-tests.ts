// Executions that are kept as tests: an integration must send again what each execution sent, when it gets the recorded
// responses. A test sends nothing.
import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import { findExecution } from '~/db/executions/executions';
import { type RecordedExecution, findEndedExecution } from '~/db/executions/recordings';
import { findIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import {
  countRecordedTests,
  deleteRecordedTest,
  findRecordedTest,
  insertRecordedTest,
  listRecordedTests,
  type RecordedTestRow,
  updateRecordedTest,
  updateTestResults,
} from '~/db/integrations/recorded-tests';
import type { Queries } from '~/db/core/queries';
import type { Condition } from '~/engine/definition/conditional-step';
import type { Judgement, TestOutcome } from '~/engine/recordings/judge-test';
import type { RecordedAttempt } from '~/engine/recordings/play-recording';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { describeDifferences, type VersionDifference } from '../integrations/versions';
import { readRecordedAnswers, writeRecordedAnswers } from '../answers/recorded-answers';
import { readRecordedMemory, writeRecordedMemory } from '../memory/recorded-memory';
import { playTests } from '../recorded-tests/play-tests';
import { type Recording, sealRecording, tooLongRecording } from '../recorded-tests/recording';
import { doAsTest } from './limit';
import { RecordedTestChange, RecordedTestDetails } from './recorded-test-change';
import { readRecording } from './recording';
import { findTriedVersion } from './tried-version';

/** How many tests an integration may have; a save may wait for all of them. */
export const maxRecordedTests = 100;

type Owner = Pick<Actor, 'organizationId'>;

export interface RecordedTest {
  id: string;
  name: string;
  /** The execution that was recorded; it may no longer exist. */
  executionId: string;
  /** The number of requests that it sent. */
  requests: number;
  /** JSON paths into `{method, url, headers, body, connection}` of a request that are not compared. */
  ignored: string[];
  /** Conditions that must hold for the variables at the end. */
  conditions: Condition[];
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  /** The result of the last run of the test; null before the first. */
  lastResult: { outcome: TestOutcome; version: number; at: string } | null;
}

type TestsOutcome = { kind: 'tests'; tests: RecordedTest[] } | Problem;
type TestOutcomeOf = { kind: 'test'; test: RecordedTest } | Problem;

/** Lists the tests, newest first. Problem: not-found. */
export async function listTests(context: AppContext, owner: Owner, id: string): Promise<TestsOutcome> {
  const key = keyOf(owner, id);
  if (!(await findIntegration(context.db, key))) return { kind: 'not-found' };
  return { kind: 'tests', tests: (await listRecordedTests(context.db, key)).map(describeTest) };
}

/** Problem: not-found. */
export async function findTest(
  context: AppContext,
  owner: Owner,
  id: string,
  testId: string,
): Promise<TestOutcomeOf> {
  const row = await findRecordedTest(context.db, keyOf(owner, id), testId);
  return row ? { kind: 'test', test: describeTest(row) } : { kind: 'not-found' };
}

/**
 * Keeps an execution as a test, from `{executionId, name}`. Problems: not-found, invalid.
 *
 * @param formId the sortable id of the form with this input: when that form made a test before, returns that one
 */
export async function recordTest(
  context: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
  formId?: string,
): Promise<TestOutcomeOf> {
  const { db } = context;
  const key = keyOf(actor, id);
  if (!(await findIntegration(db, key))) return { kind: 'not-found' };
  const parsed = RecordedTestDetails.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const { executionId, name } = parsed.data;
  const found = await findEnded(db, key, executionId);
  if (found.kind !== 'ended') return found;
  const attempts = await readRecording(db, executionId);
  const testId = formId ?? newId();
  const answers = writeRecordedAnswers(await readRecordedAnswers(context, executionId));
  const memory = writeRecordedMemory(await readRecordedMemory(context, executionId));
  const recording = sealExecution(context, testId, { ...found.execution, memory, answers }, attempts);
  if (recording.kind !== 'sealed') return recording;
  const now = context.now();
  const row = {
    id: testId,
    integration_id: id,
    name,
    execution_id: executionId,
    requests: attempts.length,
    ignored: '[]',
    conditions: '[]',
    created_at: now,
    updated_at: now,
  };
  const problem = await transactAsMember(
    db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | undefined> => {
      if (!(await findIntegration(tx, key))) return { kind: 'not-found' };
      if (await findRecordedTest(tx, key, testId)) return undefined;
      if ((await countRecordedTests(tx, key)) >= maxRecordedTests) {
        const message = `An integration may have at most ${maxRecordedTests} recorded tests. Delete one first.`;
        return { kind: 'invalid', message };
      }
      await insertRecordedTest(tx, row, recording.sealed);
      await addAuditEntry(context, tx, actor, { kind: 'test-recorded', subjectId: id, detail: name });
      return undefined;
    },
  );
  return problem ?? findTest(context, actor, id, testId);
}

async function findEnded(
  db: Queries,
  key: IntegrationKey,
  executionId: string,
): Promise<{ kind: 'ended'; execution: RecordedExecution } | Problem> {
  const execution = await findEndedExecution(db, key, executionId);
  if (execution) return { kind: 'ended', execution };
  const { id: integrationId, organizationId } = key;
  if (!(await findExecution(db, { id: executionId, integrationId, organizationId })))
    return { kind: 'not-found', message: 'This execution no longer exists.' };
  const message = 'Only an execution that completed or failed can be kept as a test.';
  return { kind: 'invalid', message };
}

function sealExecution(
  { config }: AppContext,
  testId: string,
  execution: RecordedExecution & Pick<Recording, 'memory' | 'answers'>,
  attempts: RecordedAttempt[],
): { kind: 'sealed'; sealed: string } | Problem {
  const cut = attempts.find(({ response }) => response?.truncated);
  if (cut) {
    const message = `The log holds only the first part of the response to “${cut.callName}”, so it cannot be played back.`;
    return { kind: 'invalid', message };
  }
  const { id: executionId, status, errorMessage, triggerData, request, memory, answers } = execution;
  const recording = { executionId, status, errorMessage, triggerData, request, attempts, memory, answers };
  const sealed = sealRecording(config, testId, recording);
  if (sealed !== undefined) return { kind: 'sealed', sealed };
  return { kind: 'invalid', message: tooLongRecording };
}

/**
 * Saves the given fields of `{name, ignored, conditions}`. `since`: the `updatedAt` that the change began from. Problems:
 * not-found, invalid; conflict for a test that was changed since.
 */
export async function changeTest(
  context: AppContext,
  actor: Actor,
  id: string,
  testId: string,
  input: unknown,
  since?: string,
): Promise<TestOutcomeOf> {
  const parsed = RecordedTestChange.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const { name, ignored, conditions } = parsed.data;
  return transactAsMember(context.db, actor, 'edit-integrations', async (tx): Promise<TestOutcomeOf> => {
    const row = await findRecordedTest(tx, keyOf(actor, id), testId);
    if (!row) return { kind: 'not-found' };
    if (since !== undefined && since !== describeTest(row).updatedAt) return changedSince;
    const changed: RecordedTestRow = {
      ...row,
      name: name ?? row.name,
      ignored: ignored ? JSON.stringify(ignored) : row.ignored,
      conditions: conditions ? JSON.stringify(conditions) : row.conditions,
      updatedAt: context.now(),
    };
    await updateRecordedTest(tx, id, changed);
    await addAuditEntry(context, tx, actor, { kind: 'test-changed', subjectId: id, detail: changed.name });
    return { kind: 'test', test: describeTest(changed) };
  });
}

const changedSince: Problem = {
  kind: 'conflict',
  message: 'This test was changed since you opened it. Save again to overwrite it with what is in the form.',
};

/** Problem: not-found. */
export async function deleteTest(
  context: AppContext,
  actor: Actor,
  id: string,
  testId: string,
): Promise<{ kind: 'deleted'; name: string } | Problem> {
  return transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<{ kind: 'deleted'; name: string } | Problem> => {
      const row = await findRecordedTest(tx, keyOf(actor, id), testId);
      if (!row) return { kind: 'not-found' };
      await deleteRecordedTest(tx, { integrationId: id, testId });
      await addAuditEntry(context, tx, actor, { kind: 'test-deleted', subjectId: id, detail: row.name });
      return { kind: 'deleted', name: row.name };
    },
  );
}

export interface ShownResult extends Omit<Judgement, 'differences'> {
  testId: string;
  name: string;
  /** `former`: what the execution sent, or what must hold. */
  differences: VersionDifference[];
}

export interface RecordedTestRun {
  kind: 'run';
  version: number;
  /** Whether all tests passed. */
  passed: boolean;
  results: ShownResult[];
}

/**
 * Runs all tests, or the named ones, on a version, by default the newest, and stores the results. Problems: not-found, invalid,
 * too-many-requests.
 */
export async function runTests(
  context: AppContext,
  actor: Actor,
  id: string,
  asked: { version?: number; tests?: string[] },
): Promise<RecordedTestRun | Problem> {
  return doAsTest(context, actor, { kind: 'run', permission: 'run-integrations' }, () =>
    runTestsWithin(context, actor, id, asked),
  );
}

/** Like {@link runTests}, as a part of a test that is already counted. Problems: forbidden, not-found, invalid. */
export async function runTestsWithin(
  context: AppContext,
  actor: Actor,
  id: string,
  asked: { version?: number; tests?: string[] },
): Promise<RecordedTestRun | Problem> {
  const run = await tryTests(context, actor, id, asked);
  if (run.kind !== 'run') return run;
  const tried = { integrationId: id, version: run.version, now: context.now() };
  const refused = await transactAsMember(context.db, actor, 'run-integrations', async (tx) => {
    await updateTestResults(tx, tried, run.results);
    return undefined;
  });
  return refused ?? run;
}

/** Like {@link runTests}, but stores no results. Problems: not-found, invalid. */
export async function tryTests(
  context: AppContext,
  owner: Owner,
  id: string,
  { version, tests }: { version?: number; tests?: string[] },
): Promise<RecordedTestRun | Problem> {
  const key = keyOf(owner, id);
  const tried = await findTriedVersion(context, key, version);
  if (tried.kind !== 'tried') return tried;
  const results = await playTests(context, key, tried.definition, tests);
  if (tests && results.length < new Set(tests).size) return { kind: 'not-found' };
  const shown: ShownResult[] = [];
  for (const { differences, ...result } of results) {
    shown.push({ ...result, differences: await describeDifferences(differences) });
  }
  const passed = shown.every(({ outcome }) => outcome === 'passed');
  return { kind: 'run', version: tried.version, passed, results: shown };
}

function keyOf({ organizationId }: Owner, id: string): IntegrationKey {
  return { id, organizationId };
}

function describeTest(row: RecordedTestRow): RecordedTest {
  const { id, name, executionId, requests, lastOutcome, lastVersion, lastRunAt } = row;
  return {
    id,
    name,
    executionId,
    requests,
    ignored: JSON.parse(row.ignored) as string[],
    conditions: JSON.parse(row.conditions) as Condition[],
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    lastResult:
      lastOutcome === null
        ? null
        : {
            outcome: lastOutcome,
            version: lastVersion ?? 0,
            at: new Date(lastRunAt ?? 0).toISOString(),
          },
  };
}
