// The recorded tests of an integration, run on a definition: by the same code as in production, on the answers of before. Nothing
// is sent.
import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { parseJson } from '~/engine/json/json';
import { type Judgement, judgeTest } from '~/engine/recordings/judge-test';
import { createRecordedGrants } from '../connections/recorded-grant';
import { createValuePort } from '../values/read-values';
import { openRecording } from './recording';

export interface TestResult extends Judgement {
  testId: string;
  name: string;
}

type Context = Pick<AppContext, 'config' | 'db'>;

/** All tests of an integration, or those among `only`, newest first. */
export async function playTests(
  context: Context,
  key: IntegrationKey,
  definition: Definition,
  only?: readonly string[],
): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const test of await listRecordedTests(context.db, key)) {
    if (only && !only.includes(test.id)) continue;
    // Deliveries and runs have their turns in between.
    await nextTurn();
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
  const sealed = await findSealedRecording(context.db, key, id);
  const recording = sealed === undefined ? undefined : openRecording(context.config, id, sealed);
  if (!recording) return unreadable;
  const { executionId, triggerData, request } = recording;
  const test = {
    execution: recording,
    ignored: JSON.parse(ignored) as string[],
    conditions: JSON.parse(conditions) as Condition[],
  };
  const { organizationId } = key;
  return judgeTest(test, {
    executionId,
    definition,
    triggerData: parseJson(triggerData ?? 'null'),
    request: request === null ? undefined : (JSON.parse(request) as DeliveryRequest),
    ports: { ...createRecordedGrants(context, organizationId), ...createValuePort(context, organizationId) },
  });
}

const unreadable: Judgement = {
  outcome: 'stale',
  unrecorded: null,
  differences: [
    {
      where: 'Recording',
      field: 'Answers',
      mine: 'Kept',
      theirs: 'They cannot be decrypted with the present APP_KEY. Please record the test again.',
    },
  ],
};
