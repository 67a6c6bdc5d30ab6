import { inQuotes } from '~/engine/texts/in-quotes';
import { askActor, compose, formatTime, nameActor, oneLine } from './compose';
import type { Message } from './mailer';

interface RoleLoss {
  /** The email of the person who lost the role. */
  email: string;
  former: string;
  /** The role that is left; null when the person was removed from the organization. */
  role: string | null;
  /** The email of the person who took the role, or whose API token did. */
  by: string;
  isByToken: boolean;
  organizationName: string;
}

/** Tells an owner of an organization, or the member, by the address `to`, that the member is an admin or owner no longer. */
export function roleLossMessage(loss: RoleLoss, to: string, link: string): Message {
  const { email, former, role } = loss;
  const name = inQuotes(oneLine(loss.organizationName));
  const had = former === 'OWNER' ? 'an owner' : 'an admin';
  const isReader = email === to;
  const actor = nameActor(loss, to);
  const whom = isReader ? 'you' : email;
  const was = `where ${isReader ? 'you' : 'they'} were ${had}`;
  return compose({
    subject: `${isReader ? 'You are' : `${email} is`} no longer ${had} of ${name}`,
    before: [
      role === null
        ? `${actor} removed ${whom} from ${name}, ${was}.`
        : `${actor} made ${whom} ${role === 'ADMIN' ? 'an admin' : 'a member'} of ${name}, ${was}.`,
    ],
    action: { label: role === null ? 'Open Wicked Integrations' : 'See the members', link },
    after: [
      role === null
        ? `If this should not be, an owner can invite ${isReader ? 'you' : 'them'} again.`
        : 'If this should not be, an owner can change the role back.',
      askActor(loss, to),
    ],
  });
}

interface Deletion extends Pick<RoleLoss, 'by' | 'isByToken' | 'organizationName'> {
  /** In ISO 8601. */
  at: string;
}

/** Says to a member of an organization, by the address `to` and whatever their role, that it was deleted. */
export function organizationDeletedMessage(deletion: Deletion, to: string, link: string): Message {
  const { by, at } = deletion;
  const name = inQuotes(oneLine(deletion.organizationName));
  return compose({
    subject: `${name} was deleted`,
    before: [
      `${nameActor(deletion, to)} deleted the organization ${name}, with its integrations, executions and logs, on ${formatTime(at)}.`,
      'You are no longer a member of it: nothing of it runs, and you can no longer see it.',
    ],
    action: { label: 'Open Wicked Integrations', link },
    after: [
      'If this should not be, ask the administrator of the server whether a backup holds it.',
      askActor({ by, isByToken: false }, to),
    ],
  });
}
