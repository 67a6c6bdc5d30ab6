import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { refuseForm } from '~/auth/login/refused-form';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { clearSessionCookie } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { PasswordProof } from '~/fields';
import { deleteAccount } from '~/services/accounts/deletion';
import { describeUnrevoked } from '~/services/organizations/token-revocation';
import type { Submitted } from './profile-action';

export async function submitDeletion({ app, user, address, form, isFresh, returnTo }: Submitted) {
  const submission = parseWithZod(form, { schema: isFresh ? PasswordProof.partial() : PasswordProof });
  const result = submission.reply({ hideFields: ['currentPassword'] });
  const response = { intent: 'delete-account' as const, returnTo, result, failure: null };
  if (submission.status !== 'success') return data(response, { status: 422 });
  const outcome = await deleteAccount(app, user, {
    password: submission.value.currentPassword,
    isFresh,
    address,
  });
  if (outcome.kind !== 'deleted') {
    const { refusal, init } = refuseForm(outcome, submission);
    return data({ ...response, ...refusal }, init);
  }
  const headers = new Headers();
  headers.append('Set-Cookie', await clearSessionCookie(app.config));
  headers.append('Set-Cookie', await clearOrganizationCookie(app.config));
  const told = describeUnrevoked('Your account has been deleted.', outcome.unrevoked);
  const toast = { tone: 'success', title: 'Account deleted', ...told } as const;
  return redirectWithToast(app, '/login', toast, headers);
}
