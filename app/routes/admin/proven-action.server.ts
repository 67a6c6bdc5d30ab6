// Submits the dialog of what a stolen session must not do to an account: the administrator proves who they are.
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { hasProofOrNewLogin } from '~/auth/login/proof-or-new-login';
import { refuseForm } from '~/auth/login/refused-form';
import { passwordMissing, PasswordProof } from '~/fields';
import { performAccountAction, type ProvenAction } from '~/services/administration/account-actions';
import { accountDone, respondToAction, type Submitted } from './admin-action';
import { askAbout } from './ask-about';

/** Performs the action for an administrator who proves who they are; otherwise the dialog asks, or says what is wrong. */
export async function submitProvenAction(submitted: Submitted, action: ProvenAction) {
  const { app, administrator, form, request, read } = submitted;
  const submission = parseWithZod(form, { schema: PasswordProof.partial() });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  if (submission.status !== 'success') return data({ result, failure: null }, { status: 422 });
  const isFresh = await hasProofOrNewLogin(app, request);
  const proof = { password: submission.value.currentPassword, isFresh };
  const userId = read('userId');
  const outcome = await performAccountAction(app, administrator, { action, userId, proof });
  if (outcome.kind === 'proof-needed' || outcome.kind === 'no-password') {
    // The dialog of an older page, or of one that was drawn after a recent proof, has no field for the password.
    if (!form.has('currentPassword')) {
      return redirect(`/admin${askAbout(new URL(request.url).searchParams, action, userId)}`);
    }
    const fieldErrors = { currentPassword: [passwordMissing] };
    return data({ result: submission.reply({ fieldErrors }), failure: null }, { status: 422 });
  }
  if (outcome.kind === 'wrong-password' || outcome.kind === 'too-many-logins') {
    const { refusal, init } = refuseForm(outcome, submission);
    return data({ ...refusal, result: refusal.result ?? result }, init);
  }
  return respondToAction(submitted, outcome.kind === 'done' ? accountDone[action] : outcome);
}
