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

interface StoppedExecutions {
  integrationName: string;
  /** Those without a message of their own. */
  count: number;
  /** ISO 8601. */
  from: string;
  to: string;
  /** To the integration's failed executions. */
  link: string;
}

/** For the same people, when more executions were stopped within the hour than get a message each. */
export function executionsStoppedMessage(stopped: StoppedExecutions): Message {
  const { integrationName, count } = stopped;
  const executions = count === 1 ? '1 more execution' : `${count} more executions`;
  return compose({
    subject: `${executions} stopped: ${oneLine(integrationName)}`,
    before: [
      `${executions} of your integration ${count === 1 ? 'was' : 'were'} stopped. Ten messages an hour tell of one each; this one counts the rest.`,
      `Integration: ${oneLine(integrationName)}`,
      `From: ${stopped.from}`,
      `To: ${stopped.to}`,
    ],
    action: { label: 'View execution logs', link: stopped.link },
    after: [whyYou],
  });
}
