// A loop and its items as rows.
import type { AppContext } from '~/context';
import type { LoopEnding, Step, StoredItem, StoredLoop } from '~/db/executions/steps';
import type { ItemEnded, LoopBegun, LoopEnded, LoopPlace } from '~/engine/events/event';
import { pickFound } from '~/engine/memory/first-run';
import { stringifyJson } from '~/engine/json/json';
import { keepSecrets, sealSaved } from './saved-variables';

interface Run {
  context: Pick<AppContext, 'config'>;
  execution: { id: string };
}

export async function toLoopStep(
  { context, execution: { id } }: Run,
  { step, loopId, itemName, items, of, stride, at, fresh }: LoopBegun,
): Promise<Step> {
  const detail: StoredLoop = { count: items.length, of, stride, beganAt: at, ...pickFound(fresh) };
  return {
    ...stepOf(id, { step }),
    kind: 'loop',
    call_id: loopId,
    name: itemName,
    status: 'running',
    error_message: null,
    saved: await sealSaved(context, id, step, [[itemName, items]]),
    detail: JSON.stringify(detail),
    loop_id: loopId,
  };
}

export async function describeItem({ context, execution: { id } }: Run, event: ItemEnded): Promise<Step> {
  const { step, loop, outcome, errorMessage, notify, failure } = event;
  const saved = keepSecrets(event.saved, event);
  const detail: StoredItem = { notify, ...(failure && { failure }) };
  return {
    ...stepOf(id, event),
    kind: 'item',
    call_id: loop.id,
    name: '',
    status: outcome,
    error_message: errorMessage,
    saved: saved.length > 0 ? await sealSaved(context, id, step, saved) : null,
    detail: outcome === 'error' ? JSON.stringify(detail) : null,
  };
}

export function describeLoopEnd({ execution: { id: executionId } }: Run, event: LoopEnded): LoopEnding {
  const { step, outcome, ok, failed, count, of, stride, errorMessage, extractions, notify } = event;
  const { beganAt, at } = event;
  const end = { ok, failed, at, notify };
  const detail: StoredLoop = { count, of, stride, beganAt, ...pickFound(event), end };
  return {
    executionId,
    step,
    status: outcome,
    errorMessage,
    extractions: extractions.length > 0 ? stringifyJson(extractions) : null,
    detail: JSON.stringify(detail),
  };
}

/** Returns the columns that every row of a step has. */
function stepOf(executionId: string, { step, loop }: { step: number; loop?: LoopPlace }) {
  return {
    execution_id: executionId,
    step,
    extractions: null,
    saved: null,
    detail: null,
    page: null,
    loop_id: loop?.id ?? null,
    item: loop?.index ?? null,
  };
}
