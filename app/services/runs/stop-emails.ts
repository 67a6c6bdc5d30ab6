// Mails about stopped executions, stored together with the end of the execution. When a called service is down, every execution
// stops, and nobody reads a thousand mails. So each address gets one mail about an integration when it begins to fail, and one
// mail with the number of stops when it works again (`services/alerts`).
import type { AppContext } from '~/context';
import type { NewEmail } from '~/db/accounts/emails';
import { findOpenIncident } from '~/db/alerts/incidents';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { findIntegration } from '~/db/integrations/integrations';
import { findPauseLimit } from '~/db/integrations/pauses';
import { isMemberEmail, listOwnerEmails } from '~/db/organizations/member-emails';
import type { StopMail } from '~/db/ledger/stop-mails';
import {
  executionStoppedMessage,
  integrationPausedMessage,
  type StoppedExecution,
} from '~/email/execution-messages';
import { sealEmail } from '../mail';

/** An incident with a stop within this time, in milliseconds, does not end before the next stop is stored. */
const surelyOpenMs = 60_000;

interface Stop {
  execution: ExecutionForRun;
  ended: StoppedExecution['ended'];
  isTest: boolean;
  reason: string | null;
  /** The call whose rule stopped the run, or an item of it; empty when no call did. */
  callName: string;
  /** The address to mail; null means the organization's owners. */
  email: string | null;
}

/** Composes the mails about a stopped execution, to be stored with its end. */
export async function composeStopMails(context: AppContext, stop: Stop): Promise<StopMail[]> {
  const { execution } = stop;
  const { id, integration_id: integrationId, organization_id: organizationId } = execution;
  const now = context.now();
  const recipients = await findRecipients(context, stop);
  const name = (await findIntegration(context.db, { id: integrationId, organizationId }))?.name;
  const message = executionStoppedMessage({
    integrationName: name ?? integrationId,
    executionId: id,
    callName: stop.callName,
    reason: stop.reason ?? 'It was stopped.',
    ended: stop.ended,
    isTest: stop.isTest,
    stoppedAt: new Date(now).toISOString(),
    link: `${context.config.appUrl}/integration/${integrationId}/logs?execution=${id}`,
  });
  const mails: StopMail[] = [];
  for (const recipient of recipients) {
    const open = await findOpenIncident(context.db, { integrationId, event: 'stopped', recipient });
    // Sealing a mail that nobody is sent would cost more than the rest of the ending.
    const isNotified = open !== undefined && now - open.lastAt < surelyOpenMs;
    const mail = isNotified ? undefined : sealEmail(context, { recipient, message, organizationId, now });
    mails.push({ recipient, mail });
  }
  return mails;
}

/**
 * Returns the address that the rule names, else the owners. A rule may name anybody's address, so beyond a limit of first mails
 * in an hour, the owners get the mails instead. Members are mailed without a limit, as owners are. Tests count for the limit of
 * their organization, to members too, and are mailed to nobody beyond it: they open no incident that would keep the next mail
 * back.
 */
async function findRecipients(context: AppContext, { execution, email, isTest }: Stop): Promise<string[]> {
  const { db } = context;
  const { integration_id: integrationId, organization_id: organizationId } = execution;
  if (email === null || (await isMemberEmail(db, organizationId, email))) {
    if (isTest && !countRuleMail(context, organizationId, 'member')) return [];
    return email === null ? listOwnerEmails(db, organizationId) : [email];
  }
  const open = isTest
    ? undefined
    : await findOpenIncident(db, { integrationId, event: 'stopped', recipient: email });
  if (open || countRuleMail(context, organizationId, 'stranger')) return [email];
  return isTest ? [] : listOwnerEmails(db, organizationId);
}

/**
 * Counts a mail that a rule begins: 30 an hour for an organization. Where anybody can add an organization, all together begin at
 * most 300 to strangers, and each less than a ninth of what is left of these: 30 when it is alone, and else about as many as each
 * of the others (Choudhury and Hahne, Dynamic Queue Length Thresholds, 1998). Returns false when there were as many.
 */
export function countRuleMail(
  { config, limits: { ruleMails, ruleMailsInAll }, now }: Pick<AppContext, 'config' | 'limits' | 'now'>,
  organizationId: string,
  recipient: 'member' | 'stranger',
): boolean {
  if (ruleMails.waitMs(organizationId, now()) > 0) return false;
  if (recipient === 'stranger' && config.signUp === 'open') {
    const left = ruleMailsInAll.limit - ruleMailsInAll.count('', now());
    if (ruleMails.count(organizationId, now()) >= left / 9) return false;
    ruleMailsInAll.record('', now());
  }
  ruleMails.record(organizationId, now());
  return true;
}

/** Composes the mails to send if an error pauses the integration; undefined when no error would pause it. */
export async function composePauseMails(
  context: AppContext,
  execution: ExecutionForRun,
  reason: string,
): Promise<NewEmail[] | undefined> {
  const { integration_id: id, organization_id: organizationId } = execution;
  const limit = await findPauseLimit(context.db, { id, organizationId });
  if (!limit) return undefined;
  const now = context.now();
  const message = integrationPausedMessage({
    integrationName: limit.name,
    errors: limit.pauseAfterErrors,
    reason,
    link: `${context.config.appUrl}/integration/${id}/deploy`,
  });
  const recipients = await listOwnerEmails(context.db, organizationId);
  return recipients.map((recipient) => sealEmail(context, { recipient, message, organizationId, now }));
}
