import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import { failures } from '~/failures';
import { describeProblem, type Problem } from '~/problem';
import type { PagePosition } from '~/db/core/page-position';
import type { Actor } from '~/services/actor';
import { listDeletedIntegrations } from '~/services/deleted-integrations/deleted-integration-list';
import { deleteIntegrationNow } from '~/services/deleted-integrations/final-deletion';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { deletedUrl, formatPlace } from './list-place';

interface Sent {
  id: string;
  /** The place of the page that the form was on. */
  before: PagePosition | undefined;
}

/** Returns the address of the page that the form was on; of the first one, when nothing is left there. */
async function findPage(app: AppContext, { organizationId }: Actor, before: Sent['before']): Promise<string> {
  const page = before && (await listDeletedIntegrations(app, { organizationId, before, limit: 1 }));
  return deletedUrl({ before: before && page?.integrations.length ? formatPlace(before) : null });
}

/** Restores an integration, and leads to `next`: the list, where others may be to be restored, or where it was deleted. */
export async function submitRestore(
  app: AppContext,
  actor: Actor,
  { id, before, next }: Sent & { next: 'list' | '/' },
): Promise<Response> {
  const outcome = await restoreIntegration(app, actor, id);
  const page = await findPage(app, actor, before);
  if (outcome.kind !== 'integration') return refuse(app, { id, page }, failures.restoration.title, outcome);
  return redirectWithToast(app, next === 'list' ? page : next, {
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
export async function submitDeleteNow(
  app: AppContext,
  actor: Actor,
  { id, before }: Sent,
): Promise<Response> {
  const outcome = await deleteIntegrationNow(app, actor, id);
  const page = await findPage(app, actor, before);
  if (outcome.kind !== 'deleted') return refuse(app, { id, page }, failures.deletion.text, outcome);
  return redirectWithToast(app, page, {
    tone: 'success',
    title: 'Integration deleted for good',
    description: 'Its executions and logs are removed within minutes.',
    about: id,
  });
}

function refuse(
  app: AppContext,
  { id, page }: { id: string; page: string },
  title: string,
  problem: Problem,
): Promise<Response> {
  const description =
    problem.kind === 'not-found'
      ? 'It is not among the deleted integrations any more.'
      : describeProblem(problem).body.message;
  return redirectWithToast(app, page, { tone: 'destructive', title, description, about: id });
}
