import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireMembership } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ImportNotes } from '~/components/import-notes';
import { PageHeader } from '~/components/page-header';
import { SignedInShell } from '~/components/signed-in-shell';
import { Banner } from '~/components/ui/banner';
import { submitOrKeep, useLastAnswer } from '~/components/unanswered';
import { findIntegration } from '~/db/integrations';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { importCalls } from '~/services/imports';
import { ChoiceForm } from './choice-form';
import { preparePreview, readSource } from './preview';
import { SourceForm } from './source-form';

export { revalidateIfAnswered as shouldRevalidate } from '~/components/unanswered';

export const clientAction = submitOrKeep(failures.integration);

export const meta: MetaFunction = () => [{ title: 'Import API calls · Wicked Integrations' }];

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId, organizationName } = membership;
  const row = findIntegration(app.db, { id: params.integrationId ?? '', organizationId });
  if (!row) throw redirect('/');
  return { user, organizationName, id: row.id, name: row.name, version: row.version };
}

export async function action({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const id = params.integrationId ?? '';
  const form = await request.formData();
  const text = await readSource(form);
  if (form.get('intent') !== 'add') return data({ ...preparePreview(text), failure: null, version: null });
  const actor = { userId: user.id, organizationId: membership.organizationId, address };
  const keys = form.getAll('key').map(String);
  const outcome = importCalls(app, actor, id, { text, keys, version: Number(form.get('version')) });
  if (outcome.kind === 'integration') {
    const description = keys.length === 1 ? '1 API call was added.' : `${keys.length} API calls were added.`;
    return redirectWithToast(app, `/integration/${id}`, {
      tone: 'success',
      title: 'API calls imported',
      description,
    });
  }
  const { status, body } = describeProblem(outcome);
  const failure =
    outcome.kind === 'conflict'
      ? 'Somebody saved this integration meanwhile. Add the calls again to put them behind theirs.'
      : body.message;
  const version = findIntegration(app.db, { id, organizationId: actor.organizationId })?.version ?? null;
  return data({ ...preparePreview(text, keys), failure, version }, { status });
}

export default function ImportCalls() {
  const { user, organizationName, id, name, version } = useLoaderData<typeof loader>();
  const preview = useLastAnswer<typeof action>();
  const editor = `/integration/${id}`;
  const address = `${editor}/import`;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Import API calls"
        subtitle={`Into “${name}”. Nothing is added before you confirm it.`}
        back={{ to: editor, label: 'Back to the editor' }}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {preview?.failure && (
          <Banner tone="bad" title="Nothing was added" live>
            {preview.failure}
          </Banner>
        )}
        {preview && preview.notes.length > 0 && (
          <Banner tone="warn" title="Not understood" live>
            <ImportNotes notes={preview.notes} />
          </Banner>
        )}
        {preview && preview.choices.length > 0 ? (
          <ChoiceForm
            key={preview.text}
            action={address}
            back={editor}
            text={preview.text}
            version={preview.version ?? version}
            choices={preview.choices}
            checked={preview.checked}
          />
        ) : (
          <SourceForm action={address} text={preview?.text ?? ''} />
        )}
      </div>
    </SignedInShell>
  );
}
