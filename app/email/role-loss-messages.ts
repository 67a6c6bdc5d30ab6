import { askActor, compose, formatTime, oneLine } from './compose';
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

/** Tells the owners of an organization, and the person, that a member is an admin or owner no longer. */
export function roleLossMessage(loss: RoleLoss, link: string): Message {
  const { email, former, role, by, isByToken } = loss;
  const name = oneLine(loss.organizationName);
  const had = former === 'OWNER' ? 'an owner' : 'an admin';
  const actor = isByToken ? `An API token of ${by}` : by;
  return compose({
    subject: `${email} is no longer ${had} of ${name}`,
    before: [
      role === null
        ? `${actor} removed ${email}, who was ${had}, from ${name}.`
        : `${actor} made ${email}, who was ${had}, ${role === 'ADMIN' ? 'an admin' : 'a member'} of ${name}.`,
    ],
    action: { label: role === null ? 'Open Wicked Integrations' : 'See the members', link },
    after: [
      role === null
        ? 'If this should not be, an owner can invite them again.'
        : 'If this should not be, an owner can change the role back.',
      askActor(loss),
    ],
  });
}

interface Deletion extends Pick<RoleLoss, 'by' | 'isByToken' | 'organizationName'> {
  /** In ISO 8601. */
  at: string;
}

/** Says to a member of an organization, whatever their role, that it was deleted. */
export function organizationDeletedMessage(deletion: Deletion, link: string): Message {
  const { by, isByToken, at } = deletion;
  const name = oneLine(deletion.organizationName);
  return compose({
    subject: `${name} was deleted`,
    before: [
      `${isByToken ? `An API token of ${by}` : by} deleted the organization ${name}, with its integrations, executions and logs, on ${formatTime(at)}.`,
      'You are no longer a member of it: nothing of it runs, and you can no longer see it.',
    ],
    action: { label: 'Open Wicked Integrations', link },
    after: [
      'If this should not be, ask the administrator of the server whether a backup holds it.',
      askActor({ by, isByToken: false }),
    ],
  });
}
