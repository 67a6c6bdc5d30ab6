import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { requireActor, requireMembership } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ImportNotes } from '~/components/integration/import-notes';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField, Field } from '~/components/ui/fields/field';
import { controlClassName } from '~/components/ui/fields/input';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import {
  catchNetworkErrors,
  useActionResponse,
  useLastActionResponse,
} from '~/components/network/network-error';
import { listConnectionNames as listOwnConnections } from '~/db/connections/connections';
import { listConnectionNames } from '~/engine/import/file-connections';
import { describeProblem } from '~/problem';
import { importStoredIntegration, storeIntegration, readStoredIntegration } from '~/services/imports/imports';

export { headers, shouldRevalidate } from '~/components/network/form-route';

export const clientAction = catchNetworkErrors({
  title: 'Creation Failed',
  text: 'Failed to create integration. Please try again.',
});

export const meta: MetaFunction = () => [{ title: 'Import integration · Wicked Integrations' }];

const screen = '/integration/import';

export async function loader({ request, context: { app, address } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId, organizationName } = membership;
  const shown = { user, organizationName };
  const keptId = new URL(request.url).searchParams.get('document');
  if (keptId === null) return data({ ...shown, preview: null, failure: null });
  const read = await readStoredIntegration(app, { userId: user.id, organizationId, address }, keptId);
  if (read.kind === 'integration') {
    const { name, notes, definition } = read;
    const named = listConnectionNames(definition);
    const connections = named.length > 0 ? await listOwnConnections(app.db, organizationId) : [];
    const preview = { keptId, name, notes, calls: definition.apiCalls.length, named, connections };
    return data({ ...shown, preview, failure: null });
  }
  const { status, headers, body } = describeProblem(read);
  return data({ ...shown, preview: null, failure: body.message }, { status, headers });
}

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const type = request.headers.get('Content-Type') ?? '';
  if (/^multipart\/form-data\b/i.test(type)) {
    const kept = await storeIntegration(app, actor, { body: request.body, type });
    if (kept.kind === 'kept') return redirect(`${screen}?document=${kept.id}`);
    const { status, headers, body } = describeProblem(kept);
    return data({ name: null, errors: [], failure: body.message }, { status, headers });
  }

  const form = await request.formData();
  const name = String(form.get('name') ?? '');
  const keptId = String(form.get('document') ?? '');
  const chosen = [...form].flatMap(([field, value]) =>
    field.startsWith(connectionField) ? [[field.slice(connectionField.length), String(value)] as const] : [],
  );
  const connections = Object.fromEntries(chosen);
  const outcome = await importStoredIntegration(app, actor, { keptId, name, connections });
  if (outcome.kind === 'integration') {
    return redirectWithToast(app, `/integration/${outcome.integration.id}`, {
      tone: 'success',
      title: 'Integration imported',
      description: 'It is a draft. Enter its credentials, then deploy it.',
    });
  }
  const { status, headers, body } = describeProblem(outcome);
  const errors = outcome.fields?.name ?? [];
  return data({ name, errors, failure: errors.length > 0 ? null : body.message }, { status, headers });
}

export default function ImportIntegration() {
  const { user, organizationName, preview, failure } = useLoaderData<typeof loader>();
  const last = useLastActionResponse<typeof action>();
  const present = useActionResponse<typeof action>();
  // Messages about the file no longer apply once it could be read.
  const outcome = preview ? present : last;
  const failed = outcome?.failure ?? failure;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Import integration"
        subtitle="From the file of an exported integration. It becomes a draft."
        back={{ to: '/', label: 'Back' }}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {failed && (
          <Banner tone="bad" title="Import Failed" live>
            {failed}
          </Banner>
        )}
        {preview ? (
          <NamingForm preview={preview} name={outcome?.name ?? preview.name} errors={outcome?.errors ?? []} />
        ) : (
          <FileForm />
        )}
      </div>
    </SignedInShell>
  );
}

function FileForm() {
  const isPending = useNavigation().formAction === screen;
  const file = describeField('file', { required: true });
  return (
    <Form method="post" action={screen} encType="multipart/form-data" className="flex flex-col gap-6">
      <Field
        field={file}
        label="Exported file"
        hint="A .json file, made with Export in an integration’s editor."
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

/** The prefix of the field for a connection that the file names. */
const connectionField = 'connection:';

interface Preview {
  keptId: string;
  calls: number;
  /** The names of connections in the file; `connections` are the organization's. */
  named: string[];
  connections: { id: string; name: string }[];
  notes: { call?: string; message: string }[];
}

function NamingForm({ preview, name, errors }: { preview: Preview; name: string; errors: string[] }) {
  const { keptId, calls, notes, named, connections } = preview;
  const isPending = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" action={`${screen}?document=${keptId}`} className="flex flex-col gap-6">
      <Banner tone="info" title={`A draft with ${calls} API ${calls === 1 ? 'call' : 'calls'}`} live>
        <ImportNotes notes={notes} />
      </Banner>
      <input type="hidden" name="document" value={keptId} />
      <TextField
        field={describeField('name', { required: true, initialValue: name, errors })}
        label="Integration Name"
        autoComplete="off"
      />
      {named.map((each) => (
        <ConnectionChoice key={each} named={each} connections={connections} />
      ))}
      <div>
        <Button type="submit" variant="primary" pending={isPending} pendingText="Importing...">
          Import as draft
        </Button>
      </div>
    </Form>
  );
}

/** The choice of the organization's connection for one that the file names; at first the one with the same name. */
function ConnectionChoice({ named, connections }: { named: string } & Pick<Preview, 'connections'>) {
  const same = connections.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  return (
    <SelectField
      field={describeField(connectionField + named, { initialValue: same?.id ?? '' })}
      label={`Connection for “${named}”`}
      hint="Calls that use it in the file will use this connection."
    >
      <option value="">None</option>
      {connections.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
