import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { describeProblem } from '~/problem';
import { updateIntegration } from '~/services/integrations/integrations';
import { IntegrationDetailsForm } from '~/fields';
import type { ActionContext } from './action-context';

/** Changes name, description and tags; the definition and its version stay. Redirects to the step `pageUrl`. */
export async function submitDetails({ app, actor, id }: ActionContext, formData: FormData, pageUrl: string) {
  const submission = parseWithZod(formData, { schema: IntegrationDetailsForm });
  if (submission.status !== 'success') {
    return data({ kind: 'not-renamed' as const, result: submission.reply(), failure: null }, { status: 422 });
  }
  const outcome = await updateIntegration(app, actor, id, submission.value);
  if (outcome.kind === 'integration') {
    // The form in the header is part of this page, so there is no redirect and the step stays.
    if (formData.has('inline')) return data({ kind: 'renamed' as const });
    const toast = { title: 'Details saved', description: 'Name, description and tags have been saved.' };
    return redirectWithToast(app, pageUrl, { tone: 'success', ...toast });
  }
  const { status, body } = describeProblem(outcome);
  return data(
    { kind: 'not-renamed' as const, result: submission.reply(), failure: body.message },
    { status },
  );
}
