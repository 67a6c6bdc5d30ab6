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
  /** ISO 8601. */
  stoppedAt: string;
  /** To the execution's log. */
  link: string;
}

/** For those who want to know that an execution was stopped: its details, and where its log is. */
export function executionStoppedMessage(stopped: StoppedExecution): Message {
  const { integrationName, callName } = stopped;
  const details = [
    `Integration: ${oneLine(integrationName)}`,
    `Execution Id: ${stopped.executionId}`,
    ...(callName ? [`API call: ${oneLine(callName)}`] : []),
    `Stopped at: ${stopped.stoppedAt}`,
    `Reason: ${oneLine(stopped.reason)}`,
  ];
  return compose({
    subject: `Execution stopped: ${oneLine(integrationName)}`,
    before: ['An execution of your integration was stopped.', ...details],
    action: { label: 'View execution log', link: stopped.link },
    after: [whyYou],
  });
}
