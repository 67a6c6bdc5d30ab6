import { compose, oneLine } from './compose';
import type { Message } from './mailer';

interface Alert {
  subject: string;
  /** One sentence. */
  text: string;
  details: [label: string, value: string][];
  link: { label: string; url: string };
}

/** The channel that mails an alert; null for the mail that follows one of a response rule. */
type Sender = { name: string; organizationId: string | null } | null;

/** Notifies people that an alert began, continues or is resolved. */
export function alertMessage({ subject, text, details, link }: Alert, sender: Sender): Message {
  return compose({
    subject: oneLine(subject),
    before: [text],
    facts: details,
    action: { label: link.label, link: link.url },
    after: [
      sender
        ? describeSender(sender)
        : 'You get this message because a response rule of the integration mailed you about it before.',
    ],
  });
}

function describeSender({ name, organizationId }: Exclude<Sender, null>): string {
  const where =
    organizationId === null
      ? 'Administrators change it under Administration, then Alerts.'
      : 'Owners and admins change it under Organization Settings, then Alerts.';
  return `You get this message because the alert channel “${oneLine(name)}” mails you. ${where}`;
}
