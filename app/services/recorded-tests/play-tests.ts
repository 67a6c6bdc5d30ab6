// Runs the recorded tests of an integration on a definition, with the code of production and the recorded responses. Nothing is
// sent.
import type { AppContext } from '~/context';
import type { IntegrationKey } from '~/db/integrations/integrations';
import {
  findSealedRecording,
  listRecordedTests,
  type RecordedTestRow,
} from '~/db/integrations/recorded-tests';
import type { Condition } from '~/engine/definition/conditional-step';
import type { DeliveryRequest } from '~/engine/delivery/delivery-request';
import type { Definition } from '~/engine/integration';
import { type Judgement, judgeTest, recordAnew } from '~/engine/recordings/judge-test';
import { createRecordedAnswerPorts, parseRecordedAnswers } from '../answers/recorded-answers';
import { createRecordedGrants } from '../connections/recorded-grant';
import { listSecretsOutsideDefinition } from '../secrets/secrets-outside-definition';
import { runInTurns, yieldTurn, yieldUntilIdle } from '../event-loop';
import { parseJsonInTurns } from '../large-json';
import { createValuePort } from '../values/read-values';
import { createRecordedMemory, parseRecordedMemory } from '../memory/recorded-memory';
import { openRecording, type Recording } from './recording';
import { digestFile } from '../digest-file';

export interface RecordedTestResult extends Judgement {
  testId: string;
  name: string;
}

type Context = Pick<AppContext, 'config' | 'connections' | 'db'>;

/** Runs all tests of an integration, or those among `only`, newest first. */
export async function playTests(
  context: Context,
  key: IntegrationKey,
  definition: Definition,
  only?: readonly string[],
): Promise<RecordedTestResult[]> {
  const results: RecordedTestResult[] = [];
  for (const test of await listRecordedTests(context.db, key)) {
    if (only && !only.includes(test.id)) continue;
    // Deliveries and runs get their turn in between.
    await yieldUntilIdle();
    results.push({ testId: test.id, name: test.name, ...(await playTest(context, key, test, definition)) });
  }
  return results;
}

async function playTest(
  context: Context,
  key: IntegrationKey,
  { id, ignored, conditions }: RecordedTestRow,
  definition: Definition,
): Promise<Judgement> {
  const recording = await readStored(context, key, id);
  if (!recording) return unreadable;
  const test = {
    execution: recording,
    ignored: JSON.parse(ignored) as string[],
    conditions: JSON.parse(conditions) as Condition[],
  };
  return judgeTest(test, await toPlayback(context, key, recording, definition));
}

async function readStored(
  { db, config }: Context,
  key: IntegrationKey,
  testId: string,
): Promise<Recording | undefined> {
  const sealed = await findSealedRecording(db, key, testId);
  return sealed === undefined ? undefined : openRecording(config, testId, sealed);
}

async function toPlayback(
  context: Context,
  key: IntegrationKey,
  { executionId, triggerData, request, memory, answers }: Recording,
  definition: Definition,
) {
  const { organizationId } = key;
  return {
    executionId,
    definition,
    triggerData: await parseJsonInTurns(triggerData ?? 'null'),
    request: request === null ? undefined : (JSON.parse(request) as DeliveryRequest),
    ports: {
      digest: digestFile,
      ...createRecordedGrants(context, organizationId),
      ...createValuePort(context, organizationId),
      listSecrets: () => listSecretsOutsideDefinition(context, key, definition),
      ...createRecordedAnswerPorts(context, executionId, parseRecordedAnswers(answers)),
      memory: createRecordedMemory(parseRecordedMemory(memory)),
      rest: yieldTurn,
      inTurns: runInTurns,
    },
  };
}

/** Records a definition's run as a test keeps it; undefined when a response is missing or the recording cannot be decrypted. */
export async function recordTestAnew(
  context: Context,
  key: IntegrationKey,
  testId: string,
  definition: Definition,
): Promise<Recording | undefined> {
  const recording = await readStored(context, key, testId);
  if (!recording) return undefined;
  const anew = await recordAnew(recording, await toPlayback(context, key, recording, definition));
  return anew && { ...recording, ...anew };
}

const unreadable: Judgement = {
  outcome: 'stale',
  unrecorded: null,
  differences: [
    {
      where: 'Recording',
      field: 'Answers',
      mine: 'Kept',
      theirs: 'They cannot be decrypted with the current APP_KEY. Please record the test again.',
    },
  ],
};
