import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import { roleNameOf } from '~/components/user/role-name';
import { failures } from '~/failures';
import { Invite, RoleChange } from '~/fields';
import { describeProblem, type Problem } from '~/problem';
import { inviteMember, revokeInvitation } from '~/services/organizations/invitations';
import { changeRole, removeMember } from '~/services/organizations/members';

interface Submitted {
  app: AppContext;
  actor: { userId: string; organizationId: string; address: string };
  form: FormData;
  /** The URL of the screen that sent the form. */
  screen: string;
}

export async function submitInvite({ app, actor, form, screen }: Submitted) {
  const submission = parseWithZod(form, { schema: Invite });
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), failure: null }, { status: 422 });
  }
  const outcome = await inviteMember(app, actor, submission.value);
  if (outcome.kind !== 'invited') {
    const { body, ...init } = describeProblem(outcome);
    return data({ result: submission.reply(), failure: body.message }, init);
  }
  return say(app, screen, 'Invitation sent', `An invitation is on its way to ${submission.value.email}.`);
}

export async function submitRole({ app, actor, form, screen }: Submitted) {
  const change = RoleChange.safeParse({ role: form.get('role') });
  if (!change.success)
    return fail(app, screen, failures.organization.title, { kind: 'invalid', message: 'Invalid role' });
  const member = { userId: String(form.get('userId')), role: change.data.role };
  const outcome = await changeRole(app, actor, member);
  if (outcome.kind !== 'changed') return fail(app, screen, failures.organization.title, outcome);
  if (outcome.former === member.role) {
    return say(app, screen, 'Nothing changed', `Their role is ${roleNameOf(member.role)} already.`);
  }
  return say(app, screen, 'Role changed', 'The new role applies immediately.');
}

export async function submitRemoval({ app, actor, form, screen }: Submitted) {
  const userId = String(form.get('userId'));
  const outcome = await removeMember(app, actor, userId);
  if (outcome.kind !== 'removed') return fail(app, screen, failures.removeMember.title, outcome);
  if (userId !== actor.userId)
    return say(app, screen, 'Member removed', 'They no longer belong to the organization.');
  const toast = { title: 'Organization left', description: 'You no longer belong to it.' };
  return redirectWithToast(app, '/', { tone: 'success', ...toast });
}

export async function submitRevocation({ app, actor, form, screen }: Submitted) {
  const outcome = await revokeInvitation(app, actor, String(form.get('email')));
  if (outcome.kind !== 'revoked') return fail(app, screen, failures.inviteMember.title, outcome);
  return say(app, screen, 'Invitation revoked', 'Its link no longer works.');
}

function say(app: AppContext, screen: string, title: string, description: string) {
  return redirectWithToast(app, screen, { tone: 'success', title, description });
}

function fail(app: AppContext, screen: string, title: string, problem: Problem) {
  const description = describeProblem(problem).body.message;
  return redirectWithToast(app, screen, { tone: 'destructive', title, description, durationMs: 3000 });
}
