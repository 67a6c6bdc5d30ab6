// Converts the loops of an execution to what the screen shows: one line each, and a page of items.
import { formatCount } from '~/engine/texts/format-count';
import { formatDuration } from '~/components/time/time-format';
import { describeFirstRun } from '~/engine/memory/first-run';
import type { LoopLog } from '~/services/executions/log-schema';

export interface ItemView {
  index: number;
  /** `order 3` */
  name: string;
  status: LoopLog['items'][number]['status'];
  error: string | null;
}

export interface LoopView extends Pick<LoopLog, 'step' | 'id' | 'status' | 'error' | 'failed' | 'page'> {
  /** `For each order` */
  title: string;
  /** `120 items · 118 ok · 2 failed · 41 s` */
  summary: string;
  items: ItemView[];
  /** The text for an empty page of items. */
  noItems: string;
}

export function viewLoop(loop: LoopLog): LoopView {
  const { step, id, itemName, status, error, failed, page } = loop;
  return {
    step,
    id,
    status,
    error,
    failed,
    page,
    title: `For each ${itemName}`,
    summary: summarizeLoop(loop),
    items: loop.items.map((item) => ({ ...item, name: nameItem(itemName, item.index) })),
    noItems: explainNone(loop),
  };
}

function summarizeLoop({ status, count, of, seen = 0, remembered, ok, failed, duration }: LoopLog): string {
  if (remembered !== undefined) return describeFirstRun(remembered, of);
  const ended = ok + failed;
  const items =
    status === 'running' && ended < count
      ? `${formatCount(ended)} of ${countItems(count)}`
      : of > count
        ? `the first ${formatCount(count)} of ${countItems(of)}`
        : countItems(count);
  const parts = [
    items,
    seen > 0 && `${formatCount(seen)} seen before`,
    ended > 0 && `${formatCount(ok)} ok`,
    failed > 0 && `${formatCount(failed)} failed`,
  ];
  return [...parts, duration !== null && formatDuration(duration)].filter(Boolean).join(' · ');
}

function explainNone({ status, count, seen = 0, remembered, page }: LoopLog): string {
  if (page.failedOnly) return 'No items failed.';
  if (count > 0 || status !== 'success') return 'No items have started.';
  if (remembered !== undefined) return 'Later runs take the items that are new by then.';
  return seen > 0 ? 'No items were new.' : 'The list was empty.';
}

/** Writes a number of items: '1 item', '2,000 items'. */
export function countItems(count: number): string {
  return count === 1 ? '1 item' : `${formatCount(count)} items`;
}

/** Names an item of a loop: `order 3`. */
export function nameItem(itemName: string, index: number): string {
  return `${itemName} ${formatCount(index)}`;
}
