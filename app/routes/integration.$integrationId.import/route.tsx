import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, refuseWithout } from '~/auth/guards';
import { leaveForDashboard } from '~/auth/not-found';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ImportNotes } from '~/components/integration/import-notes';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Banner } from '~/components/ui/banner';
import {
  catchNetworkErrors,
  useActionResponse,
  useLastActionResponse,
} from '~/components/network/network-error';
import { findIntegration } from '~/db/integrations/integrations';
import { describeProblem } from '~/problem';
import { storeCalls } from '~/services/imports/imports';
import { importStoredCalls, listStoredCalls } from '~/services/imports/stored-calls';
import { importUrl, isSource, readView } from './import-url';
import { CallPicker } from './call-picker';
import { SourceForm } from './source-form';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors({
  title: 'Import failed',
  text: 'The calls could not be imported.',
});

export const meta: MetaFunction = () => [{ title: 'Import API calls · Wicked Integrations' }];

export async function loader({ request, params, context: { app, address } }: LoaderFunctionArgs) {
  const { user, membership, actor } = await requireActor({ app, address }, request);
  const { organizationId, organizationName } = membership;
  const key = { id: params.integrationId ?? '', organizationId };
  const row = await findIntegration(app.db, key);
  if (!row) throw await leaveForDashboard(app, { user }, key);
  await refuseWithout(app, membership, 'edit-integrations', `/integration/${row.id}`);
  const shown = {
    user,
    organizationName,
    id: row.id,
    name: row.name,
    version: row.version,
    isLive: row.isActive && row.autoDeploy,
  };
  const { keptId, ...wish } = readView(request.url);
  if (keptId === null) return data({ ...shown, keptId, search: '', listing: null, failure: null });
  const listing = await listStoredCalls(app, actor, keptId, wish);
  const { search } = wish;
  if (listing.kind === 'listing') return data({ ...shown, keptId, search, listing, failure: null });
  const { status, headers, body } = describeProblem(listing);
  return data({ ...shown, keptId, search, listing: null, failure: body.message }, { status, headers });
}

export async function action({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { actor, membership } = await requireActor({ app, address }, request);
  const id = params.integrationId ?? '';
  await refuseWithout(app, membership, 'edit-integrations', `/integration/${id}`);
  const type = request.headers.get('Content-Type') ?? '';
  if (isSource(type)) {
    const kept = await storeCalls(app, actor, { body: request.body, type });
    if (kept.kind === 'kept') return redirect(importUrl(id, kept.id));
    if (kept.kind === 'nothing') return data({ failure: null, notes: kept.notes, text: kept.text, keys: [] });
    const { status, headers, body } = describeProblem(kept);
    return data({ failure: body.message, notes: [], text: null, keys: [] }, { status, headers });
  }

  const form = await request.formData();
  const keys = form.getAll('key').map(String);
  const keptId = readView(request.url).keptId ?? '';
  const outcome = await importStoredCalls(app, actor, id, {
    keptId,
    keys,
    version: Number(form.get('version')),
  });
  if (outcome.kind === 'integration') {
    const description = keys.length === 1 ? '1 API call was added.' : `${keys.length} API calls were added.`;
    return redirectWithToast(app, `/integration/${id}`, {
      tone: 'success',
      title: 'API calls imported',
      description,
    });
  }
  const { status, headers, body } = describeProblem(outcome);
  const failure =
    outcome.kind === 'conflict'
      ? 'This integration was saved elsewhere in the meantime. Add the calls again to put them after the saved ones.'
      : body.message;
  return data({ failure, notes: [], text: null, keys }, { status, headers });
}

export default function ImportCalls() {
  const { user, organizationName, id, name, version, isLive, keptId, search, listing, failure } =
    useLoaderData<typeof loader>();
  const last = useLastActionResponse<typeof action>();
  const present = useActionResponse<typeof action>();
  // Messages about the source no longer apply once it could be read.
  const response = listing ? present : last;
  const editor = `/integration/${id}`;
  const address = importUrl(id);
  const failed = response?.failure ?? failure;
  const notes = listing?.notes ?? response?.notes ?? [];
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Import API calls"
        subtitle={`Into “${name}”. Nothing is added until you confirm.`}
        back={{ to: editor, label: 'Back to the editor' }}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {failed && (
          <Banner tone="bad" title="Nothing was added" live>
            {failed}
          </Banner>
        )}
        {notes.length > 0 && (
          <Banner tone="warn" title="Not understood" live>
            <ImportNotes notes={notes} />
          </Banner>
        )}
        {listing && isLive && (
          <Banner tone="warn" title="This integration is live">
            Each save goes live immediately: what you add here is sent from the next execution on.
          </Banner>
        )}
        {keptId !== null && listing ? (
          <CallPicker
            key={keptId}
            action={address}
            back={editor}
            keptId={keptId}
            search={search}
            version={version}
            listing={listing}
            checked={response?.failure ? response.keys : listing.checked}
          />
        ) : (
          <SourceForm action={address} text={response?.text ?? ''} />
        )}
      </div>
    </SignedInShell>
  );
}
