import type { CallWaitLog } from '~/services/executions/wait-log';

/** A wait before a call, in words. */
export interface WaitView {
  step: number;
  /** The wait in words: `Waited 2 hours before Ship`. */
  text: string;
  /** The end of a wait that is not over, in ISO 8601. */
  until: string | null;
  /** The message of a wait for an answer, and the comment or body of its answer. */
  asked: string | null;
  said: string | null;
  /** The URL for answering an open wait, for users who may know it. */
  answerUrl: string | null;
}

/** Describes a wait. `completedAt`: the end of the execution, if it has ended. `answerUrl`: only if the user may know it. */
export function viewWait(
  wait: CallWaitLog,
  completedAt: string | null,
  answerUrl: string | null = null,
): WaitView {
  const { step, outcome, until, asks, answer } = wait;
  const isOpen = outcome === null && completedAt === null;
  return {
    step,
    text: describeWait(wait, completedAt),
    until: isOpen ? until : null,
    asked: asks?.message || null,
    said: (answer && [answer.comment, answer.body].filter(Boolean).join(' · ')) || null,
    answerUrl: isOpen && asks ? answerUrl : null,
  };
}

function describeWait(
  { apiCallName, outcome, message, asks, answer }: CallWaitLog,
  completedAt: string | null,
): string {
  const before = `before ${apiCallName}`;
  if (answer) return `Answered “${answer.choice}”${answer.from && ` from ${answer.from}`} ${before}`;
  if (outcome === 'timeout') return `Nobody answered within ${message} ${before}`;
  if (outcome === 'skipped') {
    return asks
      ? `Taken as answered “${asks.choices[0] ?? ''}” ${before}, as a test`
      : `Skipped ${message} of waiting ${before}, as a test`;
  }
  if (outcome === 'continued') {
    const how = asks ? ', without an answer' : '';
    return `Waited ${before} until it was continued by hand${how}`;
  }
  if (outcome !== null) return `Waited ${message} ${before}`;
  if (completedAt !== null) return `Ended while it waited ${before}`;
  return asks ? `Waits for an answer ${before}` : `Waits ${message} ${before}`;
}
