import { compose, oneLine } from './compose';
import type { Message } from './mailer';

const whyYou =
  'You get this message because a response rule of the integration, or its organization, names you.';

interface StoppedExecution {
  integrationName: string;
  executionId: string;
  /** Empty when no call stopped it. */
  callName: string;
  reason: string;
  /** Whether the execution ran to its end although items failed. */
  isCompleted: boolean;
  /** ISO 8601. */
  stoppedAt: string;
  /** The link to the execution's log. */
  link: string;
}

/** Tells subscribers that an execution was stopped, with its details and a link to its log. */
export function executionStoppedMessage(stopped: StoppedExecution): Message {
  const { integrationName, callName, isCompleted } = stopped;
  const details = [
    `Integration: ${oneLine(integrationName)}`,
    `Execution Id: ${stopped.executionId}`,
    ...(callName ? [`API call: ${oneLine(callName)}`] : []),
    `${isCompleted ? 'Ended' : 'Stopped'} at: ${stopped.stoppedAt}`,
    `Reason: ${oneLine(stopped.reason)}`,
  ];
  return compose({
    subject: `${isCompleted ? 'Items failed' : 'Execution stopped'}: ${oneLine(integrationName)}`,
    before: [
      isCompleted
        ? 'Items failed in an execution of your integration.'
        : 'An execution of your integration was stopped.',
      ...details,
    ],
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
