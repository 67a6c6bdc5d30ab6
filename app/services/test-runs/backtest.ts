// Tries a version on past executions: plays each of the newest executions back to it, and lists what it would send differently.
// Nothing is sent, and nothing is stored.
import { z } from 'zod';
import type { AppContext } from '~/context';
import {
  findEndedExecution,
  type RecordedExecution,
  listEndedExecutionIds,
} from '~/db/executions/recordings';
import { findIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import type { DeliveryRequest } from '~/engine/delivery/delivery-request';
import type { Definition } from '~/engine/integration';
import { maxBacktested } from '~/engine/recordings/backtest-size';
import { compareRequests } from '~/engine/recordings/compare-requests';
import { type Played, playRecording, type RecordedAttempt } from '~/engine/recordings/play-recording';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { createRecordedAnswerPorts, readRecordedAnswers } from '../answers/recorded-answers';
import { createRecordedGrants } from '../connections/recorded-grant';
import { listSecretsOutsideDefinition } from '../secrets/secrets-outside-definition';
import { runInTurns, yieldTurn, yieldUntilIdle } from '../event-loop';
import { parseJsonInTurns } from '../large-json';
import { doAsTest } from './limit';
import { createRecordedMemory, readRecordedMemory } from '../memory/recorded-memory';
import { readRecording } from './recording';
import { createValuePort } from '../values/read-values';
import { findDefinition } from '../integrations/definition-cache';
import { describeDifference, VersionDifference } from '../integrations/versions';
import { digestFile } from '../digest-file';

/** How long a user waits for the page, in milliseconds. Executions that were not reached by then are counted. */
const patienceMs = 10_000;

/** How many executions are named beside a difference that several have. */
const namedExecutions = 5;

const NamedExecutions = z.array(z.string()).describe('Some of them, newest first.');

/** The API's document names this schema. */
export const Backtest = z.object({
  version: z.number().int(),
  tried: z.number().int().describe(`Executions that were tried, ${maxBacktested} at most.`),
  same: z.number().int().describe('Those that would send and end as they did.'),
  different: z.number().int().describe('Those that would not.'),
  findings: z.array(
    z.object({
      difference: VersionDifference.describe('As the newest of them has it.'),
      count: z.number().int().describe('Executions that differ in this place.'),
      executionIds: NamedExecutions,
    }),
  ),
  unfinished: z
    .array(
      z.object({
        callName: z.string(),
        reason: z
          .enum(['unrecorded', 'cut'])
          .describe('The recording has no response to this call, or the log holds only its beginning.'),
        count: z.number().int(),
        executionIds: NamedExecutions,
      }),
    )
    .describe('Executions that could be compared only up to a call.'),
  left: z.number().int().describe('Executions that were not tried, because the time was over.'),
});
export type Backtest = z.infer<typeof Backtest>;
type BacktestFinding = Backtest['findings'][number];

type BacktestOutcome = { kind: 'backtest'; backtest: Backtest } | Problem;

/** Tries a version, by default the newest, on the newest `last` executions. Problems: not-found, invalid, too-many-requests. */
export async function backtest(
  context: AppContext,
  actor: Actor,
  id: string,
  { version, last }: { version?: number; last: number },
): Promise<BacktestOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const integration = await findIntegration(context.db, key);
  if (!integration) return { kind: 'not-found' };
  const tried = version ?? integration.version;
  const found = await findDefinition(context, id, tried);
  if (found.kind === 'not-found') return { kind: 'not-found' };
  if (found.kind === 'sealed') {
    return { kind: 'invalid', message: `Version ${tried} holds a secret that can no longer be decrypted.` };
  }
  return doAsTest(context, actor, { kind: 'run', permission: 'read' }, async () => {
    const executionIds = await listEndedExecutionIds(context.db, key, Math.min(last, maxBacktested));
    const report = createReport(tried);
    const until = performance.now() + patienceMs;
    let removed = 0;
    for (const executionId of executionIds) {
      if (performance.now() > until) break;
      // Deliveries and runs get their turn in between.
      await yieldUntilIdle();
      const execution = await findEndedExecution(context.db, key, executionId);
      if (!execution) {
        removed += 1;
        continue;
      }
      const recorded = await readRecording(context.db, executionId);
      await yieldTurn();
      const played = await play(context, key, { execution, definition: found.definition, recorded });
      await yieldTurn();
      const differences = await runInTurns(compareRequests({ ...execution, attempts: recorded }, played));
      report.note(executionId, differences, played);
    }
    return { kind: 'backtest', backtest: report.describe(executionIds.length - removed) };
  });
}

async function play(
  context: AppContext,
  key: IntegrationKey,
  {
    execution,
    definition,
    recorded,
  }: { execution: RecordedExecution; definition: Definition; recorded: RecordedAttempt[] },
): Promise<Played> {
  const { organizationId } = key;
  const answers = await readRecordedAnswers(context, execution.id);
  const memory = createRecordedMemory(await readRecordedMemory(context, execution.id));
  return playRecording({
    executionId: execution.id,
    definition,
    triggerData: await parseJsonInTurns(execution.triggerData ?? 'null'),
    request: execution.request === null ? undefined : (JSON.parse(execution.request) as DeliveryRequest),
    attempts: recorded,
    ports: {
      digest: digestFile,
      ...createRecordedGrants(context, organizationId),
      ...createValuePort(context, organizationId),
      listSecrets: () => listSecretsOutsideDefinition(context, key, definition),
      ...createRecordedAnswerPorts(context, execution.id, answers),
      memory,
      rest: yieldTurn,
      inTurns: runInTurns,
    },
  });
}

type Difference = Parameters<typeof describeDifference>[0];

function createReport(version: number) {
  const findings = new Map<string, BacktestFinding>();
  const unfinished = new Map<string, Backtest['unfinished'][number]>();
  let [tried, same, different] = [0, 0, 0];
  return {
    note(executionId: string, differences: Difference[], { end }: Played): void {
      tried += 1;
      if (differences.length > 0) different += 1;
      else if (end.kind === 'ended') same += 1;
      for (const place of new Map(differences.map((each) => [`${each.where} ${each.field}`, each]))) {
        const [name, difference] = place;
        // Comparing long texts line by line takes long, and only the first difference in a place is shown.
        count(findings, name, executionId, () => ({ difference: describeDifference(difference) }));
      }
      if (end.kind === 'ended') return;
      const about = { callName: end.callName, reason: end.kind };
      count(unfinished, `${end.kind} ${end.callName}`, executionId, () => about);
    },
    describe: (all: number): Backtest => ({
      version,
      tried,
      same,
      different,
      unfinished: [...unfinished.values()],
      findings: [...findings.values()],
      left: all - tried,
    }),
  };
}

interface Count {
  count: number;
  executionIds: string[];
}

/** Counts an execution. `describe` is called for the first of a name. */
function count<About>(
  counted: Map<string, About & Count>,
  name: string,
  executionId: string,
  describe: () => About,
): void {
  const entry = counted.get(name) ?? { ...describe(), count: 0, executionIds: [] };
  counted.set(name, entry);
  entry.count += 1;
  if (entry.executionIds.length < namedExecutions) entry.executionIds.push(executionId);
}
