// Accepts an intended change: the test then expects what the integration sends now, with the same recorded responses.
import type { AppContext } from '~/context';
import type { IntegrationKey } from '~/db/integrations/integrations';
import { findRecordedTest, updateRecording } from '~/db/integrations/recorded-tests';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import type { Definition } from '~/engine/integration';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { transactAsMember } from '../check-permission';
import { recordTestAnew } from '../recorded-tests/play-tests';
import { sealRecording, tooLongRecording } from '../recorded-tests/recording';
import { doAsTest } from './limit';
import { runTestsWithin, type RecordedTestRun } from './recorded-tests';
import { findTriedVersion } from './tried-version';

const noAnswer =
  'This version sends a request that has no recorded response. Run the integration, and save that execution as a test.';

/**
 * Makes a test expect what a version sends and how it ends, and runs it again; conditions that do not hold still fail. The
 * version is the newest unless one is given. Problems: not-found, invalid, too-many-requests.
 */
export async function acceptTest(
  context: AppContext,
  actor: Actor,
  id: string,
  testId: string,
  asked: { version?: number },
): Promise<RecordedTestRun | Problem> {
  const key = { id, organizationId: actor.organizationId };
  const tried = await findTriedVersion(context, key, asked.version);
  if (tried.kind !== 'tried') return tried;
  const { version, definition } = tried;
  if (!(await findRecordedTest(context.db, key, testId))) return { kind: 'not-found' };
  // Who has no place for the run that follows changes nothing.
  return doAsTest(context, actor, { kind: 'run', permission: 'edit-integrations' }, async () => {
    const refused = await expectAnew(context, actor, { key, testId, version, definition });
    return refused ?? runTestsWithin(context, actor, id, { version, tests: [testId] });
  });
}

async function expectAnew(
  context: AppContext,
  actor: Actor,
  {
    key,
    testId,
    version,
    definition,
  }: { key: IntegrationKey; testId: string; version: number; definition: Definition },
): Promise<Problem | undefined> {
  const anew = await recordTestAnew(context, key, testId, definition);
  if (!anew) return { kind: 'invalid', message: noAnswer };
  const recording = sealRecording(context.config, testId, anew);
  if (recording === undefined) return { kind: 'invalid', message: tooLongRecording };
  const now = context.now();
  return transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | undefined> => {
      const row = await findRecordedTest(tx, key, testId);
      if (!row) return { kind: 'not-found' };
      const requests = anew.attempts.length;
      await updateRecording(tx, { integrationId: key.id, testId }, { recording, requests, now });
      const detail = `${row.name}, as version ${version} has it`;
      await insertAuditEntry(tx, { ...actor, kind: 'test-changed', subjectId: key.id, detail, now });
      return undefined;
    },
  );
}
