import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';

interface OutcomeOfPart {
  kind?: string;
  result: SubmissionResult;
  inUse?: { name: string; index: number } | undefined;
  notice?: { callIndex: number } | undefined;
  chainNotice?: { gap?: number | undefined } | undefined;
  tested?: { callIndex: number };
}

/** The kinds of outcome of the buttons in the trigger. */
const triggerKinds = new Set(['revealed', 'sampled', 'delivery-checked', 'sources-listed']);

/** The trigger, or a call by its index. */
type Part = number | 'trigger';

/** Responds to a form with its outcome, and with the part of the form that it is about, which the page then opens. */
export function respond<Outcome extends OutcomeOfPart>(outcome: Outcome, init?: ResponseInit) {
  return data({ ...outcome, part: findPartOf(outcome) }, init);
}

/** Returns the part of the form that a server response is about; undefined when it is about none. */
export function findPartOf({
  kind = '',
  result,
  inUse,
  notice,
  chainNotice,
  tested,
}: OutcomeOfPart): Part | undefined {
  if (triggerKinds.has(kind)) return 'trigger';
  if (tested) return tested.callIndex;
  if (notice) return notice.callIndex;
  if (inUse) return inUse.name === 'apiCalls' ? inUse.index : readPlace(inUse.name);
  if (chainNotice?.gap !== undefined) return Math.max(chainNotice.gap - 1, 0);
  const { intent } = result;
  if (!intent) return findWrong(result);
  const payload = intent.payload as Record<string, unknown>;
  if (payload.name !== 'apiCalls') return readPlace(String(payload.name ?? ''));
  if (intent.type === 'insert') return Number(payload.index ?? countCalls(result) - 1);
  if (intent.type === 'reorder') return Number(payload.to);
  return undefined;
}

function findWrong({ error }: SubmissionResult): Part | undefined {
  const places = Object.keys(error ?? {}).map(readPlace);
  return places.find((place) => place !== undefined);
}

function readPlace(name: string): Part | undefined {
  if (name.startsWith('triggerConfig')) return 'trigger';
  const place = /^apiCalls\[(\d+)\]/.exec(name)?.[1];
  return place === undefined ? undefined : Number(place);
}

function countCalls({ initialValue }: SubmissionResult): number {
  const calls: unknown = initialValue?.apiCalls;
  return Array.isArray(calls) ? calls.length : 1;
}
