import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';

interface OutcomeOfCall {
  result: SubmissionResult;
  inUse?: { name: string; index: number } | undefined;
  notice?: { callIndex: number } | undefined;
  chainNotice?: { gap?: number | undefined } | undefined;
  tested?: { callIndex: number };
}

/** Responds to a form with its outcome, and with the index of the call that it is about, which the page then opens. */
export function respond<Outcome extends OutcomeOfCall>(outcome: Outcome, init?: ResponseInit) {
  return data({ ...outcome, call: findCallOf(outcome) }, init);
}

/** Returns the index of the call that a server response is about; undefined when it is about none. */
export function findCallOf({
  result,
  inUse,
  notice,
  chainNotice,
  tested,
}: OutcomeOfCall): number | undefined {
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

function findWrong({ error }: SubmissionResult): number | undefined {
  const places = Object.keys(error ?? {}).map(readPlace);
  return places.find((place) => place !== undefined);
}

function readPlace(name: string): number | undefined {
  const place = /^apiCalls\[(\d+)\]/.exec(name)?.[1];
  return place === undefined ? undefined : Number(place);
}

function countCalls({ initialValue }: SubmissionResult): number {
  const calls: unknown = initialValue?.apiCalls;
  return Array.isArray(calls) ? calls.length : 1;
}
