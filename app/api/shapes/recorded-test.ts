// Recorded tests, and their results.
import { z } from 'zod';
import { testOutcomes } from '~/engine/recordings/judge-test';
import { Time } from '~/engine/schema/response-fields';
import { RecordedTestChange, RecordedTestDetails } from '~/services/test-runs/recorded-test-change';
import { maxRecordedTests } from '~/services/test-runs/recorded-tests';
import { ConditionResponse } from './chain-steps';
import { registerRequest, registerResponse } from './registry';
import { Difference } from './version';

registerRequest('RecordedTestInput', RecordedTestDetails);
registerRequest('RecordedTestChange', RecordedTestChange);

const Outcome = z
  .enum(testOutcomes)
  .describe(
    '`stale`: the version sends a request without a recorded response. What it sends before that is compared.',
  );

export const RecordedTestResponse = registerResponse(
  'RecordedTest',
  z.object({
    id: z.string(),
    name: z.string(),
    executionId: z
      .string()
      .describe('The execution that was recorded. The test stays when that execution is deleted.'),
    requests: z.number().int().describe('The number of requests that it sent.'),
    ignored: z
      .array(z.string())
      .describe(
        'JSON paths from `{method, url, headers, body, connection}` of a request that are not compared: `$.body.sentAt`.',
      ),
    conditions: z.array(ConditionResponse).describe('What must hold of the variables in the end.'),
    createdAt: Time,
    updatedAt: Time,
    lastResult: z
      .object({ outcome: Outcome, version: z.number().int(), at: Time })
      .nullable()
      .describe('The outcome of its last run; null before the first.'),
  }),
);

const TriedVersion = z
  .number()
  .int()
  .min(1)
  .max(1_000_000_000)
  .optional()
  .describe('The newest when it is left out.');

export const TestAcceptRequest = registerRequest('RecordedTestAccept', z.object({ version: TriedVersion }));

export const TestsRunRequest = registerRequest(
  'RecordedTestsRun',
  z.object({
    version: TriedVersion,
    tests: z
      .array(z.string().max(100))
      .max(maxRecordedTests)
      .optional()
      .describe('By their ids; all when it is left out.'),
  }),
);

export const TestsRunResponse = registerResponse(
  'RecordedTestsReport',
  z.object({
    version: z.number().int(),
    passed: z.boolean().describe('Whether each of them passed.'),
    results: z.array(
      z.object({
        testId: z.string(),
        name: z.string(),
        outcome: Outcome,
        unrecorded: z
          .object({ callName: z.string(), request: z.string().describe('`GET https://…`') })
          .nullable()
          .describe('The request of a stale test that has no recorded response.'),
        differences: z.array(Difference).describe('`former` is what was sent, or must hold.'),
      }),
    ),
  }),
);
