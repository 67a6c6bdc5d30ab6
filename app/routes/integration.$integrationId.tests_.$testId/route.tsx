import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireActor, refuseWithout } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { IdText } from '~/components/log/short-id';
import { catchNetworkErrors, useActionResponse } from '~/components/network/network-error';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { RelativeTime } from '~/components/time/relative-time';
import { readTyped } from '~/components/typed-form/typed-form';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { LinkButton, TextLink } from '~/components/ui/link';
import type { AppContext } from '~/context';
import { describeOperator, Operator } from '~/engine/comparing/operator-name';
import { describeProblem, type Problem } from '~/problem';
import { acceptTest } from '~/services/test-runs/accept-test';
import { changeTest, deleteTest, findTest, tryTests } from '~/services/test-runs/recorded-tests';
import { requireIntegration } from '~/auth/not-found';
import { toInput, toRowErrors, toTyped } from './read-form';
import { TestForm } from './test-form';
import { TestResult } from './test-result';
import { respondRefused } from '../forms/respond-refused.server';

export { headers, shouldRevalidate } from '~/components/network/form-route';
import { Permitted } from '~/components/user/permitted';

export const clientAction = catchNetworkErrors({ title: 'Nothing was changed', text: 'Please try again.' });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.test.name ?? 'Not found'} · Recorded test · Wicked Integrations` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const { user, membership, organizationName, id, row } = await requireIntegration(args);
  const found = await findTest(app, membership, id, args.params.testId ?? '');
  if (found.kind !== 'test') throw await leaveForList(app, id);
  const { test } = found;
  const tried = await tryTests(app, membership, id, { tests: [test.id] });
  return {
    user,
    organizationName,
    integration: { id, name: row.name },
    test: { id: test.id, name: test.name, executionId: test.executionId, createdAt: test.createdAt },
    typed: { ...toTyped(test), updatedAt: test.updatedAt },
    operators: Operator.options.map((value) => ({ value, label: describeOperator(value) })),
    version: row.version,
    result: tried.kind === 'run' ? (tried.results[0] ?? null) : null,
    failure: tried.kind === 'run' ? null : describeProblem(tried).body.message,
    isDeleting: new URL(args.request.url).searchParams.has('delete'),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { actor, membership } = await requireActor(context, request);
  const { app } = context;
  const [id, testId] = [params.integrationId ?? '', params.testId ?? ''];
  await refuseWithout(app, membership, 'edit-integrations', `/integration/${id}/tests/${testId}`);
  const typed = readTyped(await request.formData());
  if (typed.intent === 'delete') {
    const outcome = await deleteTest(app, actor, id, testId);
    if (outcome.kind === 'not-found') return leaveForList(app, id);
    if (outcome.kind !== 'deleted')
      return redirectWithToast(app, `/integration/${id}/tests`, describeUnchanged(outcome));
    const toast = { tone: 'success', title: 'Test deleted', description: outcome.name } as const;
    return redirectWithToast(app, `/integration/${id}/tests`, toast);
  }
  if (typed.intent === 'accept') {
    const accepted = await acceptTest(app, actor, id, testId, { version: Number(typed.version) });
    return redirectWithToast(app, `/integration/${id}/tests/${testId}`, describeAccepted(accepted));
  }
  const outcome = await changeTest(app, actor, id, testId, toInput(typed), typed.updatedAt);
  if (outcome.kind === 'test') {
    const toast = { tone: 'success', title: 'Test saved' } as const;
    return redirectWithToast(app, `/integration/${id}/tests/${testId}`, toast);
  }
  if (outcome.kind === 'conflict') {
    // A second save comes after that warning, and overwrites what stands there now.
    const present = await findTest(app, actor, id, testId);
    return respondRefused(
      outcome,
      present.kind === 'test' ? { ...typed, updatedAt: present.test.updatedAt } : typed,
    );
  }
  return respondRefused(outcome, typed, toRowErrors(outcome.fields ?? {}, typed));
}

/** Leads from the page of a test that is gone to the list, with words why. */
function leaveForList(app: AppContext, integrationId: string): Promise<Response> {
  const toast = { title: 'Test not found', description: 'It was deleted meanwhile.' };
  return redirectWithToast(app, `/integration/${integrationId}/tests`, { tone: 'destructive', ...toast });
}

function describeAccepted(accepted: Awaited<ReturnType<typeof acceptTest>>) {
  if (accepted.kind === 'run') {
    const description = `It expects what version ${accepted.version} sends.`;
    return { tone: 'success', title: 'Accepted', description } as const;
  }
  return describeUnchanged(accepted);
}

function describeUnchanged(problem: Problem) {
  const { message: description } = describeProblem(problem).body;
  return { tone: 'destructive', title: 'Nothing was changed', description } as const;
}

/** The page of one recorded test: its result on the newest version, and what it compares. */
export default function RecordedTest() {
  const loaded = useLoaderData<typeof loader>();
  const { user, organizationName, integration, test, typed, operators, version, result } = loaded;
  const response = useActionResponse<typeof action>();
  const list = `/integration/${integration.id}/tests`;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title={test.name}
        subtitle={
          <>
            Recorded <RelativeTime at={test.createdAt} /> from execution{' '}
            <TextLink to={`/integration/${integration.id}/logs?execution=${test.executionId}`}>
              <IdText id={test.executionId} />
            </TextLink>
          </>
        }
        badges={<Badge>{integration.name}</Badge>}
        back={{ to: list, label: 'Back to Recorded tests' }}
        actions={
          <Permitted to="edit">
            <LinkButton to="?delete" preventScrollReset>
              Delete
            </LinkButton>
          </Permitted>
        }
      />
      {loaded.isDeleting && (
        <Permitted to="edit">
          <ConfirmDialog
            title="Delete test"
            text={`“${test.name}” and its recording will be deleted. This cannot be undone.`}
            action={`${list}/${test.id}`}
            intent="delete"
            confirm="Delete"
            pendingText="Deleting..."
          />
        </Permitted>
      )}
      <div className="flex flex-col gap-6">
        {loaded.failure && (
          <Banner tone="bad" title="The test was not run">
            {loaded.failure}
          </Banner>
        )}
        {result && <TestResult result={result} version={version} />}
        <TestForm
          // The key resets the fields to the stored values after a save.
          key={JSON.stringify(typed)}
          typed={response?.typed ?? typed}
          errors={response?.errors ?? {}}
          failure={response?.failure ?? null}
          operators={operators}
        />
      </div>
    </SignedInShell>
  );
}
