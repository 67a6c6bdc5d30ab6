// The last values of an integration's variables, in full: from the newest ended execution, else from a captured sample, with
// the present memory. Secrets are masked as in the log, and values that the log holds only in part are left out.
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import { newId } from '~/db/core/id';
import { findNewestSample } from '~/db/executions/samples';
import type { ApiCall } from '~/engine/definition/api-call';
import { makeSampleAnswer } from '~/engine/definition/call-wait';
import type { ComputedVariable } from '~/engine/schema/computed-variable';
import type { TriggerConfig } from '~/engine/integration';
import type { Memory } from '~/engine/events/memory-event';
import { readPath } from '~/engine/paths/path-walk';
import type { Variables } from '~/engine/placeholders/reference';
import { computeVariables } from '~/engine/computed/compute';
import { memoryName } from '~/engine/schema/memory';
import { parseBodyInParts } from '~/engine/run/outcome';
import { toRunFacts, makeExampleAddress, makeExampleAttempt, runName } from '~/engine/run-facts';
import { extract, readTriggerVariables } from '~/engine/variables';
import { runInTurns } from '../event-loop';
import { findLastEnded } from '../executions/last-run';
import { parseJsonInTurns } from '../large-json';
import { findLogFile } from '../runs/log-file';
import type { ApiCallLog, ExecutionLog } from '../executions/log-schema';
import { maskPayload } from '../executions/mask-trigger-data';

export interface KnownValues {
  /** The source of the values; null when nothing was run or captured yet. Then only the memory and an example run are known. */
  origin: 'execution' | 'sample' | null;
  variables: Variables;
}

type KnownTrigger = { config: TriggerConfig; version: number; computed: readonly ComputedVariable[] };

/** The sources of values before a place in the chain, as it is now. */
interface Givers {
  calls: readonly ApiCall[];
  /** The names of the lists that loops collect. */
  lists: readonly string[];
  /** The present memory of the integration. */
  memory: Memory;
}

/** Returns the values of the trigger, of calls and of lists. */
export async function findKnownValues(
  context: AppContext,
  owner: Owner,
  { config, version, computed }: KnownTrigger,
  { calls, lists, memory }: Givers,
): Promise<KnownValues> {
  const answerUrl = makeExampleAddress(context.config.appUrl);
  const describe = (id: string) => ({ ...toRunFacts(id), answerUrl, attemptId: makeExampleAttempt(id) });
  const last = await findLastEnded(context, owner);
  if (last) {
    const { variables } = readTriggerVariables(config, last.triggerData, last.request);
    if (!variables.has(runName)) variables.set(runName, describe(last.id));
    variables.set(memoryName, memory);
    await runInTurns(computeVariables(computed, variables));
    for (const call of calls) {
      addAnswer(variables, call, last);
      const saved = [...(await listSaved(call, last)), ...(await listFiles(context, owner, call, last))];
      for (const [name, value] of saved) variables.set(name, value);
      await runInTurns(computeVariables(call.responseMapping.computed ?? [], variables));
    }
    for (const name of lists) {
      const value = last.executionData?.[name];
      if (value !== undefined) variables.set(name, value);
    }
    return { origin: 'execution', variables };
  }
  const sample = await findNewestSample(context.db, owner.integrationId);
  if (!sample?.payload) {
    const present: [string, unknown][] = [
      [runName, describe(newId())],
      [memoryName, memory],
    ];
    return { origin: null, variables: new Map(present) };
  }
  const shown = await maskPayload(context, owner.integrationId, version, sample.payload);
  const { variables } = readTriggerVariables(config, await parseJsonInTurns(shown));
  if (!variables.has(runName)) variables.set(runName, describe(sample.id));
  variables.set(memoryName, memory);
  await runInTurns(computeVariables(computed, variables));
  return { origin: 'sample', variables };
}

/** Adds the value of the wait before a call: the last answer, else the sample answer that a test uses. */
export function addAnswer(variables: Variables, { id, wait }: ApiCall, last?: ExecutionLog): void {
  if (wait?.kind !== 'answer' || !wait.saveAs) return;
  const sample = makeSampleAnswer(wait);
  const { answer } = last?.callWaits?.find(({ callId }) => callId === id) ?? {};
  if (!answer) variables.set(wait.saveAs, sample);
  else variables.set(wait.saveAs, { ...sample, choice: answer.choice, comment: answer.comment });
}

/** Returns the variables that a call would save now from its logged responses. */
async function listSaved(
  call: ApiCall,
  { apiCallLogs }: ExecutionLog,
): Promise<[name: string, value: unknown][]> {
  const answers = apiCallLogs.flatMap(({ kind, callId, response }) =>
    kind === 'call' && callId === call.id && response ? response : [],
  );
  const last = answers.at(-1);
  if (!last || answers.some(({ truncated, binary }) => truncated || binary)) return [];
  const { saveAs, extractFields } = call.responseMapping;
  const body = await runInTurns(parseBodyInParts(last.body));
  const head = { status: last.status, headers: Object.entries(last.headers) };
  const fields = extract(body, extractFields, head).flatMap(({ variableName, success, value }) =>
    success ? [[variableName, value] as [string, unknown]] : [],
  );
  return [
    ...(saveAs ? [[saveAs, body] as [string, unknown]] : []),
    ...fields,
    ...(await listPages(call, answers)),
  ];
}

/** Returns the file that a call of the log saved; none when it holds a secret. */
async function listFiles(
  context: AppContext,
  owner: Owner,
  { id, responseMapping: { saveFileAs: name } }: ApiCall,
  { id: executionId, apiCallLogs }: ExecutionLog,
): Promise<[name: string, value: unknown][]> {
  const step = apiCallLogs.findLast(({ kind, callId }) => kind === 'call' && callId === id)?.step;
  if (!name || step === undefined) return [];
  const found = await findLogFile(context, owner, executionId, { step, name });
  return found.kind === 'file' || found.kind === 'large-file' ? [[name, found.value]] : [];
}

async function listPages(
  { repeat }: ApiCall,
  answers: NonNullable<ApiCallLog['response']>[],
): Promise<[name: string, value: unknown][]> {
  if (repeat?.kind !== 'pages') return [];
  const items: unknown[] = [];
  for (const { body } of answers) {
    const page = readPath(await runInTurns(parseBodyInParts(body)), repeat.items);
    if (page.found && Array.isArray(page.value)) for (const item of page.value as unknown[]) items.push(item);
  }
  return [[repeat.saveAs, items]];
}
