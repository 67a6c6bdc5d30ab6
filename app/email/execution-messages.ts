import { compose, oneLine } from './compose';
import type { Message } from './mailer';

const whyYou =
  'You get this message because a response rule of the integration, or its organization, names you.';

export interface StoppedExecution {
  integrationName: string;
  executionId: string;
  /** Empty when no call stopped it. */
  callName: string;
  reason: string;
  /** A call ended it, or it went on to its end although items failed: then it completed, or ended in error. */
  ended: 'stopped' | 'completed' | 'failed-at-end';
  /** ISO 8601. */
  stoppedAt: string;
  /** The link to the execution's log. */
  link: string;
}

const happened: Record<StoppedExecution['ended'], string> = {
  stopped: 'An execution of your integration was stopped.',
  completed: 'An execution of your integration completed, but items failed.',
  'failed-at-end': 'An execution of your integration went on to its end, and failed because items failed.',
};

/** Notifies of an execution that was stopped or whose items failed, with its details and a link to its log. */
export function executionStoppedMessage(stopped: StoppedExecution): Message {
  const { integrationName, callName, ended } = stopped;
  const isStopped = ended === 'stopped';
  const details = [
    `Integration: ${oneLine(integrationName)}`,
    `Execution Id: ${stopped.executionId}`,
    ...(callName ? [`API call: ${oneLine(callName)}`] : []),
    `${isStopped ? 'Stopped' : 'Ended'} at: ${stopped.stoppedAt}`,
    `Reason: ${oneLine(stopped.reason)}`,
  ];
  return compose({
    subject: `${isStopped ? 'Execution stopped' : 'Items failed'}: ${oneLine(integrationName)}`,
    before: [happened[ended], ...details],
    action: { label: 'View execution log', link: stopped.link },
    after: [whyYou],
  });
}

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
      `Integration: ${oneLine(integrationName)}`,
      `Last error: ${oneLine(reason)}`,
      'New deliveries are accepted and wait. None start until you resume the integration.',
    ],
    action: { label: 'Resume or discard', link },
    after: ['You get this message because you own the organization of this integration.'],
  });
}
