import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { listSettingsPages } from '~/auth/settings-pages';
import { findExecutionPlace } from '~/db/executions/logs/recent-runs';
import { listIntegrationCards } from '~/db/integrations/cards';
import { searchSections } from '~/documentation/document-sections.server';
import { listSections } from '~/documentation/documents.server';

const longest = 200;
const maxListed = 8;
/** The most sections of documents, and the fewest characters that are sought there: most sections have any shorter word. */
const maxSections = 5;
const shortest = 3;

/**
 * Returns the palette's entries of the selected organization, the pages of its settings that the member may open, and the
 * sections of the documents that have all words. Without a search, the integrations that ran last.
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
    sections: listFoundSections(search),
  });
}

function listFoundSections(search: string): { to: string; label: string }[] {
  if (search.length < shortest) return [];
  const { found, hasAll } = searchSections(listSections(), search);
  return (hasAll ? found : []).slice(0, maxSections).map(({ address, document, title }) => ({
    to: address,
    label: title === document ? title : `${document}: ${title}`,
  }));
}
