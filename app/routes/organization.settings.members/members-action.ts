import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { hasProofOrNewLogin } from '~/auth/login/proof-or-new-login';
import { refuseForm } from '~/auth/login/refused-form';
import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import { rightsNameOf } from '~/components/user/role-name';
import { failures } from '~/failures';
import { Invite, passwordMissing, PasswordProof, RoleChange } from '~/fields';
import { describeProblem, type Problem } from '~/problem';
import { tokenOfForm } from '~/services/form-key';
import { inviteMember, resendInvitation, revokeInvitation } from '~/services/organizations/invitations';
import { changeRole, removeMember } from '~/services/organizations/members';
import { membersUrl } from './members-url';

export interface Submitted {
  app: AppContext;
  actor: { userId: string; organizationId: string; address: string };
  form: FormData;
  /** The URL of the screen that sent the form. */
  screen: string;
  request: Request;
}

export async function submitInvite({ app, actor, form, screen, request }: Submitted) {
  const submission = parseWithZod(form, { schema: Invite });
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), failure: null }, { status: 422 });
  }
  const { email, role } = submission.value;
  const isFresh = await hasProofOrNewLogin(app, request);
  const outcome = await inviteMember(
    app,
    actor,
    submission.value,
    { isFresh },
    tokenOfForm(app, actor, form),
  );
  if (asksProof(outcome))
    return redirect(membersUrl(new URL(request.url).search, { ask: { role, invite: email } }));
  if (outcome.kind !== 'invited') {
    const { refusal, init } = refuseForm(outcome, submission);
    return data({ ...refusal, result: refusal.result ?? submission.reply() }, init);
  }
  return sayInvited(app, screen, email);
}

export async function submitResend({ app, actor, form, screen, request }: Submitted) {
  const email = String(form.get('email'));
  const isFresh = await hasProofOrNewLogin(app, request);
  const outcome = await resendInvitation(app, actor, email, { isFresh }, tokenOfForm(app, actor, form));
  // Only an invitation as an admin asks for a proof.
  if (asksProof(outcome))
    return redirect(membersUrl(new URL(request.url).search, { ask: { role: 'ADMIN', invite: email } }));
  if (outcome.kind !== 'invited') return fail(app, screen, failures.inviteMember.title, outcome);
  return sayInvited(app, screen, email);
}

export async function submitRole({ app, actor, form, screen, request }: Submitted) {
  const change = RoleChange.safeParse({ role: form.get('role'), access: form.get('access') ?? undefined });
  if (!change.success) {
    const message = change.error.issues[0]?.message ?? 'Invalid role';
    return fail(app, screen, failures.organization.title, { kind: 'invalid', message });
  }
  // The choice of access stays in the form when another role is chosen.
  const { role, access } = change.data;
  const member = { userId: String(form.get('userId')), role, access: role === 'MEMBER' ? access : undefined };
  const isFresh = await hasProofOrNewLogin(app, request);
  const outcome = await changeRole(app, actor, member, { isFresh });
  if (asksProof(outcome)) {
    const ask = { role, ...(member.access && { access: member.access }), member: member.userId };
    return redirect(membersUrl(new URL(request.url).search, { ask }));
  }
  if (outcome.kind !== 'changed') return fail(app, screen, failures.organization.title, outcome);
  const { former, rights } = outcome;
  if (former.role !== rights.role) return sayChanged(app, screen);
  return former.access === rights.access
    ? say(app, screen, 'Nothing changed', `Their role is ${rightsNameOf(rights)} already.`)
    : say(app, screen, 'Access changed', 'The new access applies immediately.');
}

export async function submitRemoval({ app, actor, form, screen, request }: Submitted) {
  const userId = String(form.get('userId'));
  const submission = parseWithZod(form, { schema: PasswordProof.partial() });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return data({ result, failure: null }, { status: 422 });
  const password = submission.value.currentPassword;
  const isFresh = await hasProofOrNewLogin(app, request);
  const outcome = await removeMember(app, actor, userId, { password, isFresh });
  if (asksProof(outcome)) {
    // The dialog of an older page may have no field for the password.
    if (!form.has('currentPassword'))
      return redirect(membersUrl(new URL(request.url).search, { remove: userId }));
    const fieldErrors = { currentPassword: [passwordMissing] };
    return data({ result: submission.reply({ fieldErrors }), failure: null }, { status: 422 });
  }
  if (
    form.has('currentPassword') &&
    (outcome.kind === 'wrong-password' || outcome.kind === 'too-many-logins')
  ) {
    const { refusal, init } = refuseForm(outcome, submission);
    return data(refusal, init);
  }
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

/** Whether nothing was done because the person must first prove who they are, in the dialog. */
function asksProof({ kind }: { kind: string }): boolean {
  return kind === 'proof-needed' || kind === 'no-password';
}

export function sayInvited(app: AppContext, screen: string, email: string) {
  return say(app, screen, 'Invitation sent', `An invitation is on its way to ${email}.`);
}

export function sayChanged(app: AppContext, screen: string) {
  return say(app, screen, 'Role changed', 'The new role applies immediately.');
}

export function say(app: AppContext, screen: string, title: string, description: string) {
  return redirectWithToast(app, screen, { tone: 'success', title, description });
}

function fail(app: AppContext, screen: string, title: string, problem: Problem) {
  const description = describeProblem(problem).body.message;
  return redirectWithToast(app, screen, { tone: 'destructive', title, description, durationMs: 3000 });
}
