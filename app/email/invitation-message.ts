// Unlike the mails about accounts, it contains what a stranger typed: it names the organization and the user who invites.
import { inQuotes } from '~/engine/texts/in-quotes';
import { compose, oneLine } from './compose';
import type { Message } from './mailer';

/** Invites a person into an organization; the link works for 7 days. `by`: the email of the user who invites them. */
export function invitationMessage(
  invitation: { organizationName: string; by: string },
  link: string,
): Message {
  const organization = inQuotes(oneLine(invitation.organizationName));
  return compose({
    subject: `You are invited to ${organization}`,
    before: [
      `${invitation.by} invites you to work on the integrations of ${organization} in Wicked Integrations.`,
    ],
    action: { label: 'Accept invitation', link },
    after: [
      'The link works once, for 7 days.',
      'If you know neither the person nor the organization, you can ignore this message.',
    ],
  });
}
