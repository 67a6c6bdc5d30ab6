// Who is mailed that an execution was stopped. The mail is recorded with the end of the execution. When a service
// that is called goes down, every execution stops: nobody reads a thousand mails, and a mail server takes a host that sends
// them for a spammer. So each address gets ten an hour about an integration, and one more that counts the rest.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { findIntegration } from '~/db/integrations/integrations';
import { listOwnerEmails } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { beginStopNotice, findStopNotice, findStopNoticeById } from '~/db/executions/stop-notices';
import { mayMailStop, type StopMail } from '~/db/ledger/stop-mails';
import { executionsStoppedMessage, executionStoppedMessage } from '~/email/execution-messages';
import { queueEmail, sealEmail } from '../mail';

interface Stop {
  execution: ExecutionForRun;
  errorMessage: string | null;
  /** The call whose rule stopped the run; empty when no call did. */
  callName: string;
  /** Who is to be mailed; null means the organization's owners. */
  email: string | null;
}

/** The mails about a stopped execution, to be recorded with its end. */
export async function composeStopMails(context: AppContext, stop: Stop): Promise<StopMail[]> {
  const { execution, email } = stop;
  const { id, integration_id: integrationId, organization_id: organizationId } = execution;
  const now = context.now();
  const recipients = email === null ? await listOwnerEmails(context.db, organizationId) : [email];
  const name = (await findIntegration(context.db, { id: integrationId, organizationId }))?.name;
  const message = executionStoppedMessage({
    integrationName: name ?? integrationId,
    executionId: id,
    callName: stop.callName,
    reason: stop.errorMessage ?? 'It was stopped.',
    stoppedAt: new Date(now).toISOString(),
    link: `${context.config.appUrl}/integration/${integrationId}/logs?open=${id}`,
  });
  const mails: StopMail[] = [];
  for (const recipient of recipients) {
    const notice = await findStopNotice(context.db, { integrationId, recipient });
    // Sealing what nobody is sent would cost more than the rest of the ending.
    const mail = mayMailStop(notice, now) && sealEmail(context, { recipient, message, organizationId, now });
    mails.push({ recipient, mail: mail || undefined });
  }
  return mails;
}

/** Writes the mail that tells how many more were stopped than were mailed, and begins another hour. */
export async function queueStopSummary(tx: Queries, context: AppContext, noticeId: string): Promise<void> {
  const notice = await findStopNoticeById(tx, noticeId);
  if (!notice || notice.withheld === 0) return;
  const { integrationId, organizationId, recipient, since, withheld } = notice;
  const now = context.now();
  await beginStopNotice(tx, { id: noticeId, integrationId, organizationId, recipient, since: now });
  const integration = await findIntegration(tx, { id: integrationId, organizationId });
  if (!integration) return;
  const message = executionsStoppedMessage({
    integrationName: integration.name,
    count: withheld,
    from: new Date(since).toISOString(),
    to: new Date(now).toISOString(),
    link: `${context.config.appUrl}/integration/${integrationId}/logs?status=error`,
  });
  await queueEmail(context, tx, { recipient, message, organizationId, now });
}
