// Compares two versions of an integration as a replay needs it: whether what came before a call still means the same.
import type { Definition } from '~/engine/integration';
import { countCallsBefore, sortByOrder } from '~/engine/definition/order';
import { listFormFields } from '~/engine/triggers/form';

/** Whether the wait before the call belongs to what comes before it. */
type OwnWait = 'compared' | 'ignored';

/** The versions of the replayed execution and of the replay. */
interface Versions {
  before: Definition;
  now: Definition;
}

export interface ChainComparison extends Versions {
  /** Whether everything that decides what happens before a call is the same. */
  isSameUpTo(callId: string, wait?: OwnWait): boolean;
  /** Whether a call is the same. */
  isUnchanged(callId: string): boolean;
  /** Lists the calls that are waited before for the same answer. */
  listSameQuestions(): string[];
}

/** Compares versions. Each call is compared once, however many items ended at it. */
export function compareChains({ before, now }: Versions): ChainComparison {
  const heads = new Map<string, boolean>();
  const calls = new Map<string, boolean>();
  return {
    before,
    now,
    isSameUpTo: (callId, wait = 'compared') =>
      once(heads, `${wait} ${callId}`, () => {
        const head = describeHead(before, callId, wait);
        return head !== undefined && head === describeHead(now, callId, wait);
      }),
    isUnchanged: (callId) =>
      once(calls, callId, () => describeCall(before, callId) === describeCall(now, callId)),
    listSameQuestions: () =>
      now.apiCalls.flatMap(({ id, wait }) => {
        const former = before.apiCalls.find((call) => call.id === id)?.wait;
        return wait?.kind === 'answer' && JSON.stringify(wait) === JSON.stringify(former) ? [id] : [];
      }),
  };
}

function once(known: Map<string, boolean>, key: string, find: () => boolean): boolean {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

function describeCall({ apiCalls }: Definition, callId: string): string | undefined {
  return JSON.stringify(apiCalls.find(({ id }) => id === callId));
}

/** Returns everything that decides what happens before a call, as text; undefined when there is no such call. */
function describeHead(definition: Definition, callId: string, wait: OwnWait): string | undefined {
  const {
    triggerConfig,
    apiCalls,
    conditionalExecutionSteps,
    responseHandlingSteps,
    loopSteps = [],
    runSettings,
  } = definition;
  const chain = sortByOrder(apiCalls);
  const index = chain.findIndex(({ id }) => id === callId);
  if (index === -1) return undefined;
  const calls = chain.slice(0, index);
  const ids = new Set(calls.map(({ id }) => id));
  return JSON.stringify([
    triggerConfig.type === 'webhook' ? triggerConfig.webhook.variables : listFormFields(triggerConfig),
    runSettings?.computed,
    calls,
    ...(wait === 'compared' && chain[index]?.wait ? [chain[index].wait] : []),
    conditionalExecutionSteps.filter((step) => countCallsBefore(chain, step) <= index),
    responseHandlingSteps.filter(({ nextApiCallId }) => ids.has(nextApiCallId)),
    loopSteps.filter((loop) => countCallsBefore(chain, loop) <= index),
  ]);
}
