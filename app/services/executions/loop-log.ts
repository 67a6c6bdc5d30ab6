// The results of the for each steps of an execution, and a page of their items.
import type { LoopRows } from '~/db/executions/logs/loop-items';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import { hasEnded } from '~/engine/run/execution-status';
import type { ItemLog, LoopLog } from './log-schema';

/** Returns the item that a step belongs to, as the log names it. */
export function placeOfItem(
  loops: LoopRows[],
  { loop_id: id, item: index }: { loop_id: string | null; item: number | null },
): { loop: { id: string; index: number; of: number } } | undefined {
  if (id === null || index === null) return undefined;
  const of = loops.find(({ step }) => step.call_id === id)?.stored.count ?? index;
  return { loop: { id, index, of } };
}

export function toLoopLog(
  { step, stored, ok, failed, from, failedOnly, previous, next, steps }: LoopRows,
  execution: { status: ExecutionStatus },
): LoopLog {
  return {
    step: step.step,
    id: step.call_id,
    itemName: step.name,
    status: step.status,
    error: step.error_message,
    count: stored.count,
    of: stored.of,
    ...(stored.known !== undefined && { seen: stored.known }),
    ...(stored.remembered !== undefined && { remembered: stored.remembered }),
    ok,
    failed,
    duration: stored.end ? stored.end.at - stored.beganAt : null,
    items: describeItems(steps, hasEnded(execution.status)),
    page: { from, failedOnly, previous, next },
  };
}

function describeItems(steps: LoopRows['steps'], isOver: boolean): ItemLog[] {
  const items = new Map<number, ItemLog>();
  for (const { item: index, kind, status, error_message: error } of steps) {
    if (index === null) continue;
    const known = items.get(index);
    if (kind === 'item') items.set(index, { index, status: status === 'error' ? 'error' : 'success', error });
    else if (!known) items.set(index, { index, ...(isOver ? unfinished : running) });
  }
  return [...items.values()];
}

const running = { status: 'running', error: null } as const;
const unfinished = { status: 'error', error: 'It was not finished.' } as const;
