// The values of the newest ended execution of an integration, or of one that was chosen, for people who write its calls; before
// the first one, what its trigger would deliver.
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import type { ComputedVariable } from '~/engine/schema/computed-variable';
import type { TriggerConfig } from '~/engine/integration';
import { readRequest } from '~/engine/delivery/delivery-request';
import { createSampleResult } from '~/engine/events/sample-result';
import { parseJson } from '~/engine/json/json';
import { discoverPaths, type FoundPath } from '~/engine/paths/path-discovery';
import { computeVariables } from '~/engine/computed/compute';
import { readTriggerVariables } from '~/engine/variables';
import { beginningOfText } from '~/engine/json/value-text';
import type { MaskSecrets } from '~/engine/secrets/mask-secrets';
import { truncate } from '~/engine/texts/truncate';
import { runInTurns, yieldTurn } from '../event-loop';
import { parseJsonInTurns } from '../large-json';
import { listExtractions } from './call-log';
import { findMaskedLog } from './mask-trigger-data';
import { listExecutions } from './execution-log';
import type { ExecutionLog } from './log-schema';

export interface LastRun {
  /** The last value of each variable as text, with secrets masked as in the log, at most 200 characters long. */
  values: Record<string, string>;
  /** The paths found in each call's response, by the call's id. */
  paths: Record<string, FoundPath[]>;
  /** The paths found in the payload. */
  trigger: FoundPath[];
  /** The chosen execution, when all this is of it and there is a newer one. `startedAt` is in ISO 8601. */
  older?: { id: string; startedAt: string };
}

const maxValueLength = 200;

/** How many paths of each call's response are offered besides the first few: a page carries those of all calls. */
const furtherOfEachCall = 40;

/** How many executions are searched for one that has ended. */
const looked = 10;

/** A sample as JSON texts in which secrets are masked. */
interface OfferedSample {
  text: string | null;
  request: string | null;
  /** Where it comes from: `execution` for one that is the payload of a run. */
  origin: string;
  /** ISO 8601. */
  receivedAt: string;
}

interface LastRunOptions {
  /** The variables that are computed when a run begins. */
  computed?: readonly ComputedVariable[] | undefined;
  /** The sample of a webhook. */
  sample?: OfferedSample | null | undefined;
  /** The execution that was chosen; one that is not of this integration counts as none. */
  executionId?: string | null | undefined;
}

/**
 * Returns the values of the chosen execution, or of the newest one that completed or failed. When there is none among the
 * newest ten, or it is older, a webhook's sample gives those of its trigger; without any, the result that an event trigger
 * would deliver gives its paths.
 */
export async function findLastRun(
  context: Pick<AppContext, 'connections' | 'db' | 'definitions'>,
  owner: Owner,
  trigger: TriggerConfig,
  { computed = [], sample, executionId }: LastRunOptions = {},
): Promise<LastRun> {
  const found: LastRun = { values: {}, paths: {}, trigger: [] };
  const chosen = await findLog(context, owner, executionId);
  const newestId = await findLastEndedId(context, owner);
  if (chosen && chosen.id !== newestId) found.older = { id: chosen.id, startedAt: chosen.startedAt };
  const last = chosen ?? (await findLog(context, owner, newestId));
  if (!last && trigger.type === 'event')
    return { ...found, trigger: discoverPaths(createSampleResult(trigger.event), furtherOfEachCall) };
  const isNewer =
    !last || (!chosen && sample?.origin !== 'execution' && (sample?.receivedAt ?? '') > last.startedAt);
  const begun = (trigger.type === 'webhook' && isNewer && (await readDelivery(sample))) || last;
  if (!begun) return found;
  const { variables } = readTriggerVariables(trigger, begun.triggerData, begun.request);
  found.trigger = discoverPaths(variables.get('trigger'), furtherOfEachCall);
  await runInTurns(computeVariables(computed, variables));
  for (const [name, value] of variables) {
    if (value !== null) found.values[name] = shortenValue(value);
  }
  if (!last) return found;
  for (const { kind, callId, response } of last.apiCallLogs) {
    if (kind !== 'call' || !response) continue;
    for (const extraction of listExtractions(response)) {
      if (extraction.success) found.values[extraction.variableName] = shortenValue(extraction.value);
    }
    // What is cut in the log is no JSON any more.
    const isReadable = !response.binary && !response.truncated;
    found.paths[callId] = isReadable ? await discoverInTurns(response.body, furtherOfEachCall) : [];
    await yieldTurn();
  }
  return found;
}

/** Returns the payload and the request of a sample, as an execution has them; undefined when its payload was not kept. */
async function readDelivery(sample: LastRunOptions['sample']) {
  if (!sample || sample.text === null) return undefined;
  return { triggerData: await parseJsonInTurns(sample.text), request: readRequest(sample.request) };
}

/** Returns the log of that execution. */
export async function findLastEnded(
  context: Pick<AppContext, 'connections' | 'db' | 'definitions'>,
  owner: Owner,
): Promise<ExecutionLog | undefined> {
  return findLog(context, owner, await findLastEndedId(context, owner));
}

async function findLog(
  context: Parameters<typeof findMaskedLog>[0],
  owner: Owner,
  id: string | null | undefined,
): Promise<ExecutionLog | undefined> {
  return id ? await findMaskedLog(context, owner, id) : undefined;
}

async function findLastEndedId({ db }: Pick<AppContext, 'db'>, owner: Owner): Promise<string | undefined> {
  const summaries = await listExecutions(db, { ...owner, limit: looked });
  return summaries.find(({ status }) => status === 'completed' || status === 'error')?.id;
}

/** Does what `discoverInText` does, but gives everybody else turns while it parses a large text. */
async function discoverInTurns(text: string, further: number): Promise<FoundPath[]> {
  try {
    return discoverPaths(await parseJsonInTurns(text), further);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** How many paths of a body are offered besides the first few. */
const furtherPaths = 300;

/** Lists the paths that a body offers for mapping; none when it is no JSON. */
export function discoverInText(text: string): FoundPath[] {
  try {
    return discoverPaths(parseJson(text), furtherPaths);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** How much of a long value is read: any secret that begins in the part that is shown also ends in this part. */
const readValueLength = 16 * maxValueLength;

/** Returns a variable's value as a line of text, at most 200 characters long; `maskSecrets` masks it before it is cut. */
export function shortenValue(value: unknown, maskSecrets: MaskSecrets = (text) => text): string {
  return truncate(maskSecrets(beginningOfText(value, readValueLength)), maxValueLength);
}
