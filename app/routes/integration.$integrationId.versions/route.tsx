import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, refuseWithout } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import type { AppContext } from '~/context';
import { VersionNote } from '~/fields';
import { describeProblem } from '~/problem';
import type { Actor } from '~/services/actor';
import { deployVersion } from '~/services/integrations/deployment';
import {
  compareVersions,
  countedExecutions,
  listVersions,
  saveVersionNote,
  restoreVersion,
} from '~/services/integrations/versions';
import { requireIntegration } from '~/auth/not-found';
import { Comparison, type Compared, titleOfComparison } from './comparison';
import { NoteCard, titleOfNote } from './note-card';
import { VersionList } from './version-list';
import { pageQuery, readVersion, readVersionQuery } from './version-query';

export { headers, shouldRevalidate } from '~/components/network/form-route';
import { Permitted, useMay } from '~/components/user/permitted';

const notRestored = 'The version was not restored';
const notNoted = 'The note was not saved';
const notDeployed = 'The version was not deployed';

export const clientAction = catchNetworkErrors({ title: 'Nothing was changed', text: 'Please try again.' });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => {
  const name = loaded?.integration.name ?? 'Not found';
  return [{ title: [...titlesAbove(loaded), 'Versions', name, 'Wicked Integrations'].join(' · ') }];
};

/** Returns the titles of what the list opened above itself, for the page's title. */
function titlesAbove(loaded: { noted: { version: number } | null; comparison: Compared | null } | undefined) {
  if (loaded?.noted) return [titleOfNote(loaded.noted.version)];
  return loaded?.comparison ? [titleOfComparison(loaded.comparison)] : [];
}

const pageSize = 50;

export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const { user, membership, organizationName, id, row } = await requireIntegration(args);
  const query = readVersionQuery(args.request.url);
  const page = await listVersions(app, membership, id, { before: query.before, limit: pageSize });
  if (page.kind !== 'versions') throw new Response('Not Found', { status: 404 });
  const { former, next } = query;
  const compared =
    former !== undefined && next !== undefined
      ? { former, next, outcome: await compareVersions(app, membership, id, { former, next }) }
      : undefined;
  if (compared && compared.outcome.kind !== 'comparison') throw new Response('Not Found', { status: 404 });
  return {
    user,
    organizationName,
    integration: {
      id,
      name: row.name,
      isActive: row.isActive,
      autoDeploy: row.autoDeploy,
      version: row.version,
      deployedVersion: row.deployedVersion,
    },
    versions: page.versions,
    before: query.before ?? null,
    nextBefore: page.nextBefore,
    noted: query.note === undefined ? null : await findNoted(app, membership, id, query.note),
    counted: countedExecutions,
    comparison:
      compared?.outcome.kind === 'comparison'
        ? {
            former: compared.former,
            next: compared.next,
            isDeployable: row.isActive && compared.next !== row.deployedVersion,
            differences: compared.outcome.differences,
          }
        : null,
  };
}

/** Finds a version with its note, on whatever page of the list it stands. */
async function findNoted(app: AppContext, owner: Pick<Actor, 'organizationId'>, id: string, note: number) {
  const page = await listVersions(app, owner, id, { before: note + 1, limit: 1 });
  const [found] = page.kind === 'versions' ? page.versions : [];
  return found?.version === note ? { version: note, note: found.note } : null;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { actor, membership } = await requireActor(context, request);
  const id = params.integrationId ?? '';
  await refuseWithout(context.app, membership, 'edit-integrations', `/integration/${id}/versions`);
  const form = await request.formData();
  const version = readVersion(form.get('version')) ?? 0;
  if (form.get('intent') === 'note')
    return saveNote(context.app, actor, id, { version, form, url: request.url });
  if (form.get('intent') === 'deploy') return deploy(context.app, actor, id, version);
  return restore(context.app, actor, id, { version, newest: readVersion(form.get('newest')) });
}

async function saveNote(
  app: AppContext,
  actor: Actor,
  id: string,
  { version, form, url }: { version: number; form: FormData; url: string },
) {
  const typed = String(form.get('note') ?? '');
  const parsed = VersionNote.safeParse({ note: typed });
  if (!parsed.success) {
    const failure = parsed.error.issues[0]?.message ?? '';
    return data({ title: notNoted, failure, typed }, { status: 422 });
  }
  const outcome = await saveVersionNote(app, actor, id, { version, ...parsed.data });
  if (outcome.kind !== 'noted') {
    const { status, headers, body } = describeProblem(outcome);
    return data({ title: notNoted, failure: body.message, typed }, { status, headers });
  }
  return redirectWithToast(app, `/integration/${id}/versions${pageQuery(readVersionQuery(url).before)}`, {
    tone: 'success',
    title: 'Note saved',
    description: `It is shown beside version ${version}.`,
  });
}

async function deploy(app: AppContext, actor: Actor, id: string, version: number) {
  const outcome = await deployVersion(app, actor, id, version);
  if (outcome.kind !== 'integration') {
    const { status, headers, body } = describeProblem(outcome);
    return data({ title: notDeployed, failure: body.message }, { status, headers });
  }
  return redirectWithToast(app, `/integration/${id}/versions`, {
    tone: 'success',
    title: `Version ${version} deployed`,
    description: 'New executions use it.',
  });
}

async function restore(
  app: AppContext,
  actor: Actor,
  id: string,
  asked: { version: number; newest: number | undefined },
) {
  const outcome = await restoreVersion(app, actor, id, asked);
  if (outcome.kind !== 'integration') {
    const { status, headers, body } = describeProblem(outcome);
    const failure =
      outcome.kind === 'conflict'
        ? 'This integration was saved elsewhere in the meantime. Look at its newest version before you restore another one.'
        : body.message;
    return data({ title: notRestored, failure }, { status, headers });
  }
  const { version: saved } = outcome.integration;
  const isNew = saved !== asked.newest;
  return redirectWithToast(app, `/integration/${id}/versions`, {
    tone: 'success',
    title: isNew ? `Version ${asked.version} restored` : 'Nothing to restore',
    description: isNew
      ? `It was saved as version ${saved}.`
      : `Version ${saved} is the newest and identical.`,
  });
}

export default function Versions() {
  const { user, organizationName, integration, comparison, noted, ...list } = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
  const closed = pageQuery(list.before);
  const mayEdit = useMay().edit;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Versions"
        subtitle={`Every save that changes something creates one. Compare any two${mayEdit ? ', restore an old one, or choose which one runs' : ''}.`}
        badges={<Badge>{integration.name}</Badge>}
        back={{ to: `/integration/${integration.id}`, label: 'Back to Integration' }}
        actions={
          <>
            <LinkButton to={`/integration/${integration.id}/memory`}>Memory</LinkButton>
            <LinkButton to={`/integration/${integration.id}/tests`}>Recorded tests</LinkButton>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {noted && (
          <Permitted to="edit">
            <NoteCard
              key={noted.version}
              version={noted.version}
              note={noted.note}
              refused={outcome && 'typed' in outcome ? outcome : undefined}
              closed={closed}
            />
          </Permitted>
        )}
        {outcome && !('typed' in outcome) && (
          <Banner tone="bad" title={outcome.title} live>
            {outcome.failure}
          </Banner>
        )}
        {comparison && <Comparison {...comparison} closed={closed} />}
        <VersionList integration={integration} chosen={comparison} {...list} />
      </div>
    </SignedInShell>
  );
}
