import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import { failures } from '~/failures';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { deleteIntegrationNow } from '~/services/deleted-integrations/final-deletion';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { deletedUrl } from './list-place';

const list = deletedUrl({ before: null });

/** Restores an integration, and leads to `next`: the list, where others may be to be restored, or where it was deleted. */
export async function submitRestore(
  app: AppContext,
  actor: Actor,
  id: string,
  next: string,
): Promise<Response> {
  const outcome = await restoreIntegration(app, actor, id);
  if (outcome.kind !== 'integration') return refuse(app, id, failures.restoration.title, outcome);
  return redirectWithToast(app, next, {
    tone: 'success',
    title: 'Integration restored',
    description:
      outcome.integration.pausedAt === null
        ? 'It is a draft: deploy it when it should run again.'
        : 'It is a draft, and still paused after errors: deploy and resume it when it should run again.',
    durationMs: 10_000,
    about: id,
    link: { label: `Open ${outcome.integration.name}`, to: `/integration/${id}` },
  });
}

/** Deletes an integration for good. */
export async function submitDeleteNow(app: AppContext, actor: Actor, id: string): Promise<Response> {
  const outcome = await deleteIntegrationNow(app, actor, id);
  if (outcome.kind !== 'deleted') return refuse(app, id, failures.deletion.text, outcome);
  return redirectWithToast(app, list, {
    tone: 'success',
    title: 'Integration deleted for good',
    description: 'Its executions and logs are removed within minutes.',
    about: id,
  });
}

function refuse(app: AppContext, id: string, title: string, problem: Problem): Promise<Response> {
  const description =
    problem.kind === 'not-found'
      ? 'It is not among the deleted integrations any more.'
      : describeProblem(problem).body.message;
  return redirectWithToast(app, list, { tone: 'destructive', title, description, about: id });
}
