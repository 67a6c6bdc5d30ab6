// The summary of an execution's calls and payload that its row shows; made on the server.
import { nameCall } from '~/engine/definition/call-name';
import type { ExecutionPreview } from '~/services/executions/execution-preview';
import { countItems } from '../log-view/loops-view';

export interface DotView {
  step: number;
  /** 'error' also for a loop that continued although items failed. */
  status: ExecutionPreview['steps'][number]['status'];
  /** The call's name and its status. */
  text: string;
}

export interface RowPreview {
  /** The dots of the last calls, which tell most about a failed run. */
  dots: DotView[];
  /** The number of calls before those with dots. */
  earlier: number;
  /** A sentence about all calls; empty when there are none. */
  summary: string;
  /** The value of the payload that the row shows, and its name. */
  payloadValue: { name: string; value: string } | null;
}

/** The newest execution that repeats another one. */
export interface ReplayView {
  id: string;
  status: string;
}

const maxDots = 10;

const words = { running: 'in progress', success: 'succeeded', error: 'failed', skipped: 'skipped' };

export function viewPreview({ steps, payloadValue }: ExecutionPreview): RowPreview {
  const dots = steps.map(({ step, kind, status, name, failedItems }): DotView => {
    const called = kind === 'loop' ? `For each ${name}` : nameCall(name, step);
    if (status === 'success' && failedItems > 0) {
      return { step, status: 'error', text: `${called}: ${countItems(failedItems)} failed` };
    }
    return { step, status, text: `${kind === 'webhook' ? `${called} (webhook)` : called}: ${words[status]}` };
  });
  const earlier = dots.length > maxDots ? dots.length - maxDots + 2 : 0;
  return { dots: dots.slice(earlier), earlier, summary: summarize(dots), payloadValue };
}

/** Describes the calls: '5 calls: 3 succeeded, 1 skipped, Charge card: failed'. */
function summarize(dots: DotView[]): string {
  if (dots.length === 0) return '';
  const counts = (['success', 'skipped'] as const).flatMap((status) => {
    const count = dots.filter((dot) => dot.status === status).length;
    return count === 0 ? [] : [`${count} ${words[status]}`];
  });
  const others = dots
    .filter(({ status }) => status === 'error' || status === 'running')
    .map(({ text }) => text);
  return `${dots.length === 1 ? '1 call' : `${dots.length} calls`}: ${[...counts, ...others].join(', ')}`;
}
