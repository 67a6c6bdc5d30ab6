import type { CallWaitLog } from '~/services/executions/wait-log';

/** A wait before a call, in words. */
export interface WaitView {
  step: number;
  /** As `Waited 2 hours before Ship`. */
  text: string;
  /** Until when, while it lasts: ISO 8601. */
  until: string | null;
}

/** `completedAt`: when the execution ended, if it has. */
export function viewWait(
  { step, apiCallName, outcome, until, message }: CallWaitLog,
  completedAt: string | null,
): WaitView {
  const before = `before ${apiCallName}`;
  if (outcome === 'skipped')
    return { step, text: `Skipped ${message} of waiting ${before}, as a test`, until: null };
  if (outcome === 'continued')
    return { step, text: `Waited ${before} until it was continued by hand`, until: null };
  if (outcome !== null) return { step, text: `Waited ${message} ${before}`, until: null };
  if (completedAt !== null) return { step, text: `Ended while it waited ${before}`, until: null };
  return { step, text: `Waits ${message} ${before}`, until };
}
