import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import type { Actor } from '~/services/actor';
import { sortedIdOfForm } from '~/services/form-key';
import { listTests, maxRecordedTests, recordTest, runTests } from '~/services/test-runs/recorded-tests';
import { requireIntegration } from '~/auth/not-found';
import { RecordCard } from './record-card';
import { TestList } from './test-list';

export { headers, shouldRevalidate } from '~/components/network/form-route';
import { Permitted } from '~/components/user/permitted';

export const clientAction = catchNetworkErrors({ title: 'Nothing was changed', text: 'Please try again.' });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `Recorded tests · ${loaded?.integration.name ?? 'Not found'} · Wicked Integrations` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const { user, membership, organizationName, id, row } = await requireIntegration(args);
  const listed = await listTests(app, membership, id);
  if (listed.kind !== 'tests') throw new Response('Not Found', { status: 404 });
  return {
    user,
    organizationName,
    integration: { id, name: row.name },
    tests: listed.tests,
    most: maxRecordedTests,
    recording: new URL(args.request.url).searchParams.get('record'),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { actor } = await requireActor(context, request);
  const form = await request.formData();
  const id = params.integrationId ?? '';
  if (form.get('intent') === 'record') return record(context.app, actor, id, form);
  return run(context.app, actor, id, form.get('test'));
}

async function record(app: AppContext, actor: Actor, id: string, form: FormData) {
  const name = String(form.get('name') ?? '');
  const executionId = String(form.get('executionId') ?? '');
  const outcome = await recordTest(app, actor, id, { executionId, name }, sortedIdOfForm(app, actor, form));
  if (outcome.kind === 'test') {
    return redirectWithToast(app, `/integration/${id}/tests`, {
      tone: 'success',
      title: 'Test saved',
      description: 'It stays when the execution is removed.',
    });
  }
  const { body, ...init } = describeProblem(outcome);
  const errors = outcome.fields?.name;
  return data({ name, errors, failure: errors ? null : body.message }, init);
}

async function run(app: AppContext, actor: Actor, id: string, test: FormDataEntryValue | null) {
  const outcome = await runTests(app, actor, id, typeof test === 'string' ? { tests: [test] } : {});
  if (outcome.kind !== 'run') {
    const { body, ...init } = describeProblem(outcome);
    return data({ name: '', errors: undefined, failure: body.message }, init);
  }
  const { results, passed, version } = outcome;
  const failed = results.filter((result) => result.outcome !== 'passed').length;
  const counted = results.length === 1 ? 'The test' : `${failed} of ${results.length} tests`;
  return redirectWithToast(app, `/integration/${id}/tests`, {
    tone: passed ? 'success' : 'destructive',
    title: passed
      ? results.length === 1
        ? 'The test passed'
        : 'All tests passed'
      : `${counted} did not pass`,
    description: `On version ${version}. Nothing was sent.`,
  });
}

/** The page of executions that are kept as tests. */
export default function RecordedTests() {
  const { user, organizationName, integration, tests, most, recording } = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Recorded tests"
        subtitle="Past executions, kept to check that your changes still send the same. Each is played back with the responses it got. Nothing is sent."
        badges={<Badge>{integration.name}</Badge>}
        back={{ to: `/integration/${integration.id}/versions`, label: 'Back to Versions' }}
      />
      <div className="flex flex-col gap-6">
        {recording !== null && (
          <Permitted to="edit">
            <RecordCard
              executionId={recording}
              name={outcome?.name ?? ''}
              errors={outcome?.errors}
              failure={outcome?.failure ?? null}
            />
          </Permitted>
        )}
        {recording === null && outcome?.failure && (
          <Banner tone="bad" title="The tests were not run" live>
            {outcome.failure}
          </Banner>
        )}
        <TestList integrationId={integration.id} tests={tests} most={most} />
      </div>
    </SignedInShell>
  );
}
