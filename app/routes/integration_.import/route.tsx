import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { requireMembership } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ImportNotes } from '~/components/import-notes';
import { PageHeader } from '~/components/page-header';
import { SignedInShell } from '~/components/signed-in-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField, Field } from '~/components/ui/field';
import { controlClassName } from '~/components/ui/input';
import { TextField } from '~/components/ui/text-field';
import { submitOrKeep, useLastAnswer } from '~/components/unanswered';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { importIntegration, previewIntegration } from '~/services/imports';

export { revalidateIfAnswered as shouldRevalidate } from '~/components/unanswered';

export const clientAction = submitOrKeep(failures.integration);

export const meta: MetaFunction = () => [{ title: 'Import integration · Wicked Integrations' }];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  return { user, organizationName: membership.organizationName };
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const form = await request.formData();
  const file = form.get('file');
  const text = file instanceof File ? await file.text() : String(form.get('text') ?? '');
  const read = previewIntegration(text);
  if (read.kind === 'unreadable')
    return data({ kind: 'failed' as const, message: read.message }, { status: 422 });
  const shown = { kind: 'preview' as const, text, notes: read.notes, calls: read.definition.apiCalls.length };
  if (form.get('intent') !== 'create') return data({ ...shown, name: read.name, errors: [], failure: null });

  const actor = { userId: user.id, organizationId: membership.organizationId, address };
  const name = String(form.get('name') ?? '');
  const outcome = importIntegration(app, actor, { text, name });
  if (outcome.kind === 'integration') {
    return redirectWithToast(app, `/integration/${outcome.integration.id}`, {
      tone: 'success',
      title: 'Integration imported',
      description: 'It is a draft. Enter its credentials, then deploy it.',
    });
  }
  const { status, body } = describeProblem(outcome);
  const errors = outcome.fields?.name ?? [];
  return data({ ...shown, name, errors, failure: errors.length > 0 ? null : body.message }, { status });
}

export default function ImportIntegration() {
  const { user, organizationName } = useLoaderData<typeof loader>();
  const outcome = useLastAnswer<typeof action>();
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Import integration"
        subtitle="From a file that an integration was exported to. It becomes a draft."
        back={{ to: '/', label: 'Back' }}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {outcome?.kind === 'preview' ? (
          <NamingForm preview={outcome} />
        ) : (
          <FileForm failure={outcome?.message} />
        )}
      </div>
    </SignedInShell>
  );
}

function FileForm({ failure }: { failure: string | undefined }) {
  const isPending = useNavigation().formAction === '/integration/import';
  const file = describeField('file', { required: true });
  return (
    <Form
      method="post"
      action="/integration/import"
      encType="multipart/form-data"
      className="flex flex-col gap-6"
    >
      {failure && (
        <Banner tone="bad" title="Import Failed" live>
          {failure}
        </Banner>
      )}
      <Field
        field={file}
        label="Exported file"
        hint="A .json file, made by Export in an integration's editor."
      >
        <input
          type="file"
          id={file.id}
          name={file.name}
          required
          accept=".json"
          aria-describedby={file.descriptionId}
          className={`${controlClassName} px-3 py-2`}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={isPending} pendingText="Reading...">
          Continue
        </Button>
      </div>
    </Form>
  );
}

interface Preview {
  text: string;
  name: string;
  calls: number;
  notes: { call?: string; message: string }[];
  errors: string[];
  failure: string | null;
}

function NamingForm({ preview }: { preview: Preview }) {
  const { text, name, calls, notes, errors, failure } = preview;
  const isPending = useNavigation().formAction === '/integration/import';
  return (
    <Form
      method="post"
      action="/integration/import"
      encType="multipart/form-data"
      className="flex flex-col gap-6"
    >
      {failure && (
        <Banner tone="bad" title="Import Failed" live>
          {failure}
        </Banner>
      )}
      <Banner tone="info" title={`A draft with ${calls} API ${calls === 1 ? 'call' : 'calls'}`} live>
        <ImportNotes notes={notes} />
      </Banner>
      <input type="hidden" name="text" value={text} />
      <TextField
        field={describeField('name', { required: true, initialValue: name, errors })}
        label="Integration Name"
        autoComplete="off"
      />
      <div>
        <Button
          type="submit"
          name="intent"
          value="create"
          variant="primary"
          pending={isPending}
          pendingText="Importing..."
        >
          Import as draft
        </Button>
      </div>
    </Form>
  );
}
