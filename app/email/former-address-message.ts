import { compose, oneLine } from './compose';
import type { Message } from './mailer';

interface FormerAddress {
  /** The email of the person who no longer belongs to the organization. */
  email: string;
  organizationName: string;
  /** The names of the integrations whose response rules mail that address. */
  integrations: string[];
  /** The names of the alert channels that mailed that person alone. */
  channels: string[];
}

/** The most names that a mail lists of each kind. */
const maxListed = 20;

/** Notifies an owner of what still mails a person who has left the organization, and of channels that now mail nobody. */
export function formerAddressMessage(
  { email, organizationName, integrations, channels }: FormerAddress,
  appUrl: string,
): Message {
  const name = oneLine(organizationName);
  return compose({
    subject: `${email} left ${name}: check who is mailed`,
    before: [
      `${email} no longer belongs to ${name}.`,
      ...(integrations.length > 0
        ? ['Response rules of integrations go on mailing that address when executions stop.']
        : []),
      ...(channels.length > 0 ? ['Alert channels that were for that person alone now mail nobody.'] : []),
    ],
    facts: [...list('Integration', integrations), ...list('Alert channel', channels)],
    action: { label: 'Open Wicked Integrations', link: appUrl },
    after: [
      ...(integrations.length > 0
        ? ['Change the address in the rules, unless it should go on getting these mails.']
        : []),
      ...(channels.length > 0 ? ['Choose another recipient for the channels, or delete them.'] : []),
      'You get this message because you own the organization.',
    ],
  });
}

function list(label: string, names: string[]): [label: string, value: string][] {
  const listed = names.slice(0, maxListed).map((name): [string, string] => [label, name]);
  const left = names.length - listed.length;
  return left > 0 ? [...listed, [label, `and ${left} more`]] : listed;
}
