import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { findIntegration } from '~/db/integrations/integrations';
import { describeProblem } from '~/problem';
import { updateIntegration } from '~/services/integrations/integrations';
import type { Details } from '~/services/integrations/seen-settings';
import { IntegrationDetailsForm } from '~/fields';
import type { ActionContext } from './action-context';

/**
 * Changes name, description and tags; the definition and its version stay. Redirects to the step `pageUrl`. In `seen`, a
 * refused form gets back what it showed first, or after a conflict what is stored by now, because the message of the conflict
 * names it.
 */
export async function submitDetails({ app, actor, id }: ActionContext, formData: FormData, pageUrl: string) {
  const submission = parseWithZod(formData, { schema: IntegrationDetailsForm });
  const seen = readSeen(formData) ?? null;
  if (submission.status !== 'success') {
    const result = submission.reply();
    return data({ kind: 'not-renamed' as const, result, failure: null, seen }, { status: 422 });
  }
  const outcome = await updateIntegration(app, actor, id, submission.value, { seen });
  if (outcome.kind === 'integration') {
    // The form in the header is part of this page, so there is no redirect and the step stays.
    if (formData.has('inline')) return data({ kind: 'renamed' as const });
    const toast = { title: 'Details saved', description: 'Name, description and tags have been saved.' };
    return redirectWithToast(app, pageUrl, { tone: 'success', ...toast });
  }
  const { status, body } = describeProblem(outcome);
  const result = submission.reply({ fieldErrors: outcome.fields });
  const failure = outcome.fields ? null : body.message;
  const stored =
    outcome.kind === 'conflict' &&
    (await findIntegration(app.db, { id, organizationId: actor.organizationId }));
  const known = stored ? pickDetails(stored) : seen;
  return data({ kind: 'not-renamed' as const, result, failure, seen: known }, { status });
}

function pickDetails({ name, description, tags }: Details): Details {
  return { name, description, tags };
}

function readSeen(formData: FormData) {
  const [name, description, tags] = ['seenName', 'seenDescription', 'seenTags'].map((key) =>
    formData.get(key),
  );
  return IntegrationDetailsForm.safeParse({ name, description, tags }).data;
}
