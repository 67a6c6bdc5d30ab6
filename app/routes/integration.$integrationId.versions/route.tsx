import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, requireMembership } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { findIntegration } from '~/db/integrations/integrations';
import { describeProblem } from '~/problem';
import {
  compareVersions,
  countedExecutions,
  listVersions,
  restoreVersion,
} from '~/services/integrations/versions';
import { Comparison } from './comparison';
import { VersionList } from './version-list';
import { readVersion, readVersionQuery } from './version-query';

export { headers, shouldRevalidate } from '~/components/network/form-route';

const notRestored = 'The version was not restored';

export const clientAction = catchNetworkErrors({ title: notRestored, text: 'Please try again.' });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `Versions · ${loaded?.integration.name ?? 'Not found'} · Wicked Integrations` },
];

const pageSize = 50;

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId, organizationName } = membership;
  const id = params.integrationId ?? '';
  const row = await findIntegration(app.db, { id, organizationId });
  const query = readVersionQuery(request.url);
  const page = await listVersions(app, membership, id, { before: query.before, limit: pageSize });
  if (!row || page.kind !== 'versions') throw new Response('Not Found', { status: 404 });
  const { former, next } = query;
  const compared =
    former !== undefined && next !== undefined
      ? { former, next, outcome: await compareVersions(app, membership, id, { former, next }) }
      : undefined;
  if (compared && compared.outcome.kind !== 'comparison') throw new Response('Not Found', { status: 404 });
  return {
    user,
    organizationName,
    integration: { id, name: row.name, isActive: row.isActive, version: row.version },
    versions: page.versions,
    before: query.before ?? null,
    nextBefore: page.nextBefore,
    counted: countedExecutions,
    comparison:
      compared?.outcome.kind === 'comparison'
        ? { former: compared.former, next: compared.next, differences: compared.outcome.differences }
        : null,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { actor } = await requireActor(context, request);
  const form = await request.formData();
  const version = readVersion(form.get('version'));
  const asked = { version: version ?? 0, newest: readVersion(form.get('newest')) };
  const outcome = await restoreVersion(context.app, actor, params.integrationId ?? '', asked);
  if (outcome.kind !== 'integration') {
    const { status, headers, body } = describeProblem(outcome);
    const failure =
      outcome.kind === 'conflict'
        ? 'Somebody saved this integration meanwhile. Look at their version before you restore another one.'
        : body.message;
    return data({ failure }, { status, headers });
  }
  const { id, version: saved } = outcome.integration;
  const isNew = saved !== asked.newest;
  return redirectWithToast(context.app, `/integration/${id}/versions`, {
    tone: 'success',
    title: isNew ? `Version ${version} restored` : 'Nothing to restore',
    description: isNew
      ? `It was saved as version ${saved}.`
      : `Version ${saved} is the newest and holds the same.`,
  });
}

export default function Versions() {
  const { user, organizationName, integration, comparison, ...list } = useLoaderData<typeof loader>();
  const failure = useActionResponse<typeof action>()?.failure;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Versions"
        subtitle="Each save that changed something is one. Compare any two, or restore an old one."
        badges={<Badge>{integration.name}</Badge>}
        back={{ to: `/integration/${integration.id}`, label: 'Back to Integration' }}
      />
      <div className="flex flex-col gap-6">
        {failure && (
          <Banner tone="bad" title={notRestored} live>
            {failure}
          </Banner>
        )}
        {comparison && <Comparison {...comparison} />}
        <VersionList integration={integration} chosen={comparison} {...list} />
      </div>
    </SignedInShell>
  );
}
