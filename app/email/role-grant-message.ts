import { inQuotes } from '~/engine/texts/in-quotes';
import { askActor, compose, nameActor, oneLine } from './compose';
import type { Message } from './mailer';

interface RoleGrant {
  /** The email of the person who got the role, or is invited to it. */
  email: string;
  role: string;
  /** Whether that person is a member already, and not only invited. */
  hasJoined: boolean;
  /** The email of the person who gave the role, or whose API token did. */
  by: string;
  isByToken: boolean;
  organizationName: string;
}

/** Tells the owner with the address `to` that a person became an admin or owner of the organization, or is invited as an admin. */
export function roleGrantMessage(grant: RoleGrant, to: string, membersLink: string): Message {
  const { email, hasJoined } = grant;
  const name = inQuotes(oneLine(grant.organizationName));
  const role = grant.role === 'OWNER' ? 'an owner' : 'an admin';
  const actor = nameActor(grant, to);
  const isReader = email === to;
  return compose({
    subject: hasJoined
      ? `${isReader ? 'You are' : `${email} is`} now ${role} of ${name}`
      : `${email} is invited to ${name} as ${role}`,
    before: [
      hasJoined
        ? `${actor} made ${isReader ? 'you' : email} ${role} of ${name}.`
        : `${actor} invited ${email} to be ${role} of ${name}.`,
      'Owners and admins manage members, API tokens, connections and secret values.',
    ],
    action: { label: 'See the members', link: membersLink },
    after: [
      hasJoined
        ? 'If this should not be, change the role back there.'
        : 'If this should not be, revoke the invitation there.',
      askActor(grant, to),
    ],
  });
}
