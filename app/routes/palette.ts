import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { listSettingsPages } from '~/auth/settings-pages';
import { findExecutionPlace } from '~/db/executions/logs/recent-runs';
import { listIntegrationCards } from '~/db/integrations/cards';

const longest = 200;
const maxListed = 8;

/**
 * Returns the palette's entries of the selected organization, and the pages of its settings that the member may open. Without a
 * search, the integrations that ran last.
 */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requireMembership(app, request);
  const { organizationId } = membership;
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, longest);
  const order = search === '' ? 'executed' : 'name';
  // The palette offers to run an integration by `Run` and its name.
  const subject = search.replace(/^run /i, '');
  const page = { organizationId, search: subject, order, offset: 0, limit: maxListed } as const;
  const cards = await listIntegrationCards(app.db, page);
  const execution = await findExecutionPlace(app.db, { organizationId, id: search });
  return Response.json({
    integrations: cards.map(({ id, name, foundHost, triggerType, callCount }) => ({
      id,
      name,
      host: foundHost,
      // Whose name was not typed is not meant to be run.
      isRun: foundHost === null && triggerType === 'manual' && callCount > 0,
    })),
    execution: execution ?? null,
    settingsPages: listSettingsPages(membership),
  });
}
