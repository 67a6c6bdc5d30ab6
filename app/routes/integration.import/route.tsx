import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, type ShouldRevalidateFunction, useLoaderData, useNavigation } from '@remix-run/react';
import { requireActor, requireMembership, refuseWithout } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { FormKey } from '~/components/network/form-key';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField, Field } from '~/components/ui/fields/field';
import { controlClassName } from '~/components/ui/fields/input';
import {
  catchNetworkErrors,
  revalidateUnlessFailed,
  useActionResponse,
  useLastActionResponse,
} from '~/components/network/network-error';
import { describeProblem } from '~/problem';
import { idOfForm } from '~/services/form-key';
import { storeIntegration } from '~/services/imports/imports';
import { readConnections } from './connection-choice';
import { importNamed } from './import-named.server';
import { ImportResult } from './import-result';
import { IntegrationsForm, type SentChoices } from './integrations-form';
import type { ListPage } from './list/page.server';
import { importOrTurn } from './list/import-or-turn.server';
import { readView, stateField, wholeList } from './list/state';
import { NamingForm } from './naming-form';
import { describeExample, describeUpload } from './preview.server';

export { headers } from '~/components/network/form-route';

/** A response with a page of the list holds all that has changed. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  !holdsPage(change.actionResult) && revalidateUnlessFailed(change);

function holdsPage(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'list' in response && response.list !== null;
}

export const clientAction = catchNetworkErrors({
  title: 'Creation Failed',
  text: 'Failed to create integration. Please try again.',
});

export const meta: MetaFunction = () => [{ title: 'Import integrations · Wicked Integrations' }];

const screen = '/integration/import';

export async function loader({ request, context: { app, address } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  await refuseWithout(app, membership, 'edit-integrations', '/');
  const { organizationId, organizationName } = membership;
  const shown = { user, organizationName };
  const url = new URL(request.url);
  const keptId = url.searchParams.get('document');
  const example = url.searchParams.get('example');
  if (keptId === null && example === null) return data({ ...shown, ...nothing });
  const actor = { userId: user.id, organizationId, address };
  const found =
    example !== null
      ? await describeExample(app, actor, example)
      : await describeUpload(app, actor, keptId ?? '', readView(url.searchParams, wholeList));
  if (found.kind === 'one') return data({ ...shown, ...nothing, preview: found.preview });
  if (found.kind === 'result') {
    return data({ ...shown, ...nothing, result: { ...found.result, keptId: keptId ?? '' } });
  }
  if (found.kind === 'list') {
    return data({ ...shown, ...nothing, list: { about: found.about, page: found.page } });
  }
  const { status, headers, body } = describeProblem(found);
  return data({ ...shown, ...nothing, failure: body.message }, { status, headers });
}

const nothing = { preview: null, list: null, result: null, failure: null };

export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const { actor, membership } = await requireActor({ app, address }, request);
  await refuseWithout(app, membership, 'edit-integrations', '/');
  const type = request.headers.get('Content-Type') ?? '';
  if (/^multipart\/form-data\b/i.test(type)) {
    const kept = await storeIntegration(app, actor, { body: request.body, type });
    if (kept.kind === 'kept') return redirect(`${screen}?document=${kept.id}`);
    const { status, headers, body } = describeProblem(kept);
    return data({ ...noOutcome, failure: body.message }, { status, headers });
  }

  const form = await request.formData();
  const name = String(form.get('name') ?? '');
  const keptId = String(form.get('document') ?? '');
  const connections = readConnections(form);
  if (form.get('intent') === 'import-list' || form.has(stateField)) {
    const answered = await importOrTurn(app, actor, { keptId, form, connections });
    if (answered.kind === 'done') return redirect(`${screen}?document=${keptId}`);
    const { problem, ...list } = answered;
    if (!problem) return data({ ...noOutcome, ...list });
    const { status, headers, body } = describeProblem(problem);
    return data({ ...noOutcome, ...list, failure: body.message }, { status, headers });
  }
  const outcome = await importNamed(app, actor, { form, name, connections }, idOfForm(app, actor, form));
  if (outcome.kind === 'integration') {
    return redirectWithToast(app, `/integration/${outcome.integration.id}`, {
      tone: 'success',
      title: form.has('example') ? 'Integration created' : 'Integration imported',
      description: 'It is a draft. Enter its credentials, then deploy it.',
    });
  }
  const { status, headers, body } = describeProblem(outcome);
  const errors = outcome.fields?.name ?? [];
  const shown = errors.length > 0 ? null : body.message;
  return data({ ...noOutcome, name, errors, failure: shown }, { status, headers });
}

interface Outcome {
  name: string | null;
  errors: string[];
  failure: string | null;
  /** A page of the integrations of a file, and the choices of its form that are the same on all pages. */
  list: ListPage | null;
  sent: SentChoices | null;
}

const noOutcome: Outcome = { name: null, errors: [], failure: null, list: null, sent: null };

export default function ImportIntegration() {
  const { user, organizationName, preview, list, result, failure } = useLoaderData<typeof loader>();
  const last = useLastActionResponse<typeof action>();
  const present = useActionResponse<typeof action>();
  // Messages about the file no longer apply once it could be read.
  const outcome = preview || list ? present : last;
  const failed = result ? null : (outcome?.failure ?? failure);
  const page = last?.list?.keptId === list?.page.keptId ? last?.list : null;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      {preview?.place ? (
        <PageHeader
          title="Create from an example"
          subtitle="From the documentation. The integration becomes a draft."
          back={{ to: '/', label: 'Back' }}
        />
      ) : (
        <PageHeader
          title="Import integrations"
          subtitle="From an exported file. New integrations become drafts."
          back={{ to: '/', label: 'Back' }}
        />
      )}
      <div className="flex max-w-3xl flex-col gap-6">
        {failed && (
          <Banner tone="bad" title="Import Failed" live>
            {failed}
          </Banner>
        )}
        {result ? (
          <ImportResult result={result} screen={screen} />
        ) : list ? (
          <IntegrationsForm
            key={list.page.keptId}
            about={list.about}
            page={page ?? list.page}
            screen={screen}
            sent={last?.sent ?? null}
          />
        ) : preview ? (
          <NamingForm
            preview={preview}
            screen={screen}
            name={outcome?.name ?? preview.name}
            errors={outcome?.errors ?? []}
          />
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
      <FormKey />
      <Field
        field={file}
        label="Exported file"
        hint="A .json file, made with Export in an integration’s editor, Export all on the dashboard, or Export data in the organization settings. Up to 16 MiB and 1,000 integrations."
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
