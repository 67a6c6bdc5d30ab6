import { compose, formatTime, oneLine } from './compose';
import type { Message } from './mailer';

const whyYou = 'You get this message because a response rule of the integration mails you.';

export interface StoppedExecution {
  integrationName: string;
  executionId: string;
  /** Empty when no call stopped it. */
  callName: string;
  reason: string;
  /** A call ended it, or it went on to its end although items failed: then it completed, or ended in error. */
  ended: 'stopped' | 'completed' | 'failed-at-end';
  isTest: boolean;
  /** ISO 8601. */
  stoppedAt: string;
  /** The link to the execution's log. */
  link: string;
}

const happened: Record<StoppedExecution['ended'], string> = {
  stopped: 'was stopped.',
  completed: 'completed, but items failed.',
  'failed-at-end': 'went on to its end, and failed because items failed.',
};

/** Notifies of an execution that was stopped or whose items failed, with its details and a link to its log. */
export function executionStoppedMessage(stopped: StoppedExecution): Message {
  const { integrationName, callName, ended } = stopped;
  const isStopped = ended === 'stopped';
  const facts: [string, string][] = [
    ['Integration', integrationName],
    ['Execution Id', stopped.executionId],
    ...(callName ? [['API call', callName] satisfies [string, string]] : []),
    [isStopped ? 'Stopped at' : 'Ended at', formatTime(stopped.stoppedAt)],
    ['Reason', stopped.reason],
  ];
  return compose({
    subject: `${isStopped ? 'Execution stopped' : 'Items failed'}: ${oneLine(integrationName)}`,
    before: [`${stopped.isTest ? 'A test' : 'An execution'} of your integration ${happened[ended]}`],
    facts,
    action: { label: 'View execution log', link: stopped.link },
    after: [...(stopped.isTest ? [] : [whatFollows]), whyYou],
  });
}

const whatFollows =
  'Until the integration works again, further failures are counted, not mailed. Another email then says how many there were.';

interface PausedIntegration {
  integrationName: string;
  /** The number of failures in a row that paused it. */
  errors: number;
  /** Why the last execution failed. */
  reason: string;
  /** The link to the screen that resumes it. */
  link: string;
}

/** Tells the owners that an integration was paused and starts nothing until somebody resumes it. */
export function integrationPausedMessage({
  integrationName,
  errors,
  reason,
  link,
}: PausedIntegration): Message {
  const times = errors === 1 ? '1 error' : `${errors} errors in a row`;
  return compose({
    subject: `Integration paused: ${oneLine(integrationName)}`,
    before: [
      `Your integration was paused after ${times}.`,
      'New deliveries are accepted and wait. No execution starts until you resume the integration.',
    ],
    facts: [
      ['Integration', integrationName],
      ['Last error', reason],
    ],
    action: { label: 'Resume or discard', link },
    after: ['You get this message because you own the organization of this integration.'],
  });
}
