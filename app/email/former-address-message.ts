import { inQuotes } from '~/engine/texts/in-quotes';
import { compose, oneLine } from './compose';
import type { Message } from './mailer';

interface FormerAddress {
  /** The email that is nobody's in the organization any more. */
  email: string;
  /** The new email of the person; absent when the person has left. */
  current?: string;
  organizationName: string;
  /** The names of the integrations whose response rules mail that address. */
  integrations: string[];
  /** The names of the alert channels that mailed that person alone. */
  channels: string[];
}

/** The most names that a mail lists of each kind. */
const maxListed = 20;

/** Notifies an owner of what still mails a former address of the organization, and of channels that now mail nobody. */
export function formerAddressMessage(
  { email, current, organizationName, integrations, channels }: FormerAddress,
  appUrl: string,
): Message {
  const name = inQuotes(oneLine(organizationName));
  return compose({
    subject: `${email} ${current ? 'was replaced in' : 'left'} ${name}: check who is mailed`,
    before: [
      current
        ? `The person of ${name} whose email was ${email} has a new one: ${current}.`
        : `${email} no longer belongs to ${name}.`,
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
