import type { CallWaitLog } from '~/services/executions/wait-log';

/** A wait before a call, in words. */
export interface WaitView {
  step: number;
  /** As `Waited 2 hours before Ship`. */
  text: string;
  /** Until when, while it lasts: ISO 8601. */
  until: string | null;
  /** Of a wait for an answer: what is asked, and what was said beside the choice. */
  asked: string | null;
  said: string | null;
  /** Where it is answered, while it can be, for those who may know. */
  answerUrl: string | null;
}

/** `completedAt`: when the execution ended, if it has. `answerUrl`: where it is answered, if the reader may know. */
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
