import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { hasProofOrNewLogin } from '~/auth/login/proof-or-new-login';
import { Invite, PasswordProof } from '~/fields';
import { describeProblem } from '~/problem';
import { tokenOfForm } from '~/services/form-key';
import { inviteMember } from '~/services/organizations/invitations';
import { changeRole } from '~/services/organizations/members';
import { readRoleQuestion } from './role-question.server';
import { say, sayChanged, sayInvited, type Submitted } from './members-action';

/** Gives the role that the dialog asks a proof for, to a member or by an invitation. */
export async function submitProvenRole({ app, actor, form, screen, request }: Submitted) {
  const asked = await readRoleQuestion(app, actor, form);
  if (!asked) return say(app, screen, 'Nothing changed', 'Somebody changed the members meanwhile.');
  const isFresh = await hasProofOrNewLogin(app, request);
  const submission = parseWithZod(form, { schema: isFresh ? PasswordProof.partial() : PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return data({ result, failure: null }, { status: 422 });
  const proof = { password: submission.value.currentPassword, isFresh };
  const { userId, email, role, access } = asked;
  const outcome =
    userId === null
      ? await inviteMember(
          app,
          actor,
          Invite.parse({ email, role, access }),
          proof,
          tokenOfForm(app, actor, form),
        )
      : await changeRole(app, actor, { userId, role, access }, proof);
  if (outcome.kind === 'invited') return sayInvited(app, screen, email);
  if (outcome.kind === 'changed') return sayChanged(app, screen);
  const { body, ...init } = describeProblem(outcome);
  return data({ result, failure: body.message }, init);
}
