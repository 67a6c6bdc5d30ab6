import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data } from '@remix-run/node';
import { EarlyAccess } from '~/fields';
import { describeProblem } from '~/problem';
import { earlyAccessMessage, signUpForEarlyAccess } from '~/services/accounts/early-access';

/** Stores the email address from the landing page's form. */
export async function submitEarlyAccess({ context: { app, address } }: ActionFunctionArgs, form: FormData) {
  const submission = parseWithZod(form, { schema: EarlyAccess });
  const result = submission.reply();
  if (submission.status !== 'success') {
    return data({ earlyAccess: { result, message: null, failure: null } }, { status: 422 });
  }
  const outcome = await signUpForEarlyAccess(app, submission.value, address);
  if (outcome.kind === 'noted') {
    return data({ earlyAccess: { result, message: earlyAccessMessage, failure: null } });
  }
  const { body, ...init } = describeProblem(outcome);
  return data({ earlyAccess: { result, message: null, failure: body.message } }, init);
}
