// Who is told that an execution was stopped. The mail is a row of the transaction that ends the execution.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions';
import { findIntegration } from '~/db/integrations';
import { listOwnerEmails } from '~/db/memberships';
import type { Queries } from '~/db/open';
import { executionStoppedMessage } from '~/email/execution-messages';
import { queueEmail } from './mail';

interface Stop {
  execution: ExecutionForRun;
  errorMessage: string | null;
  /** The call whose rule stopped the run; empty when no call did. */
  callName: string;
  /** Who is to be told; null means the organization's owners. */
  email: string | null;
}

/** Writes the mails about a stopped execution, with the jobs that send them. */
export function queueStoppedMails(tx: Queries, context: AppContext, stop: Stop): void {
  const { execution, email } = stop;
  const { id, integration_id: integrationId, organization_id: organizationId } = execution;
  const now = context.now();
  const message = executionStoppedMessage({
    integrationName: findIntegration(tx, { id: integrationId, organizationId })?.name ?? integrationId,
    executionId: id,
    callName: stop.callName,
    reason: stop.errorMessage ?? 'It was stopped.',
    stoppedAt: new Date(now).toISOString(),
    link: `${context.config.appUrl}/integration/${integrationId}/logs?open=${id}`,
  });
  const recipients = email === null ? listOwnerEmails(tx, organizationId) : [email];
  for (const recipient of recipients) {
    queueEmail(context, tx, { recipient, message, organizationId, now });
  }
}
