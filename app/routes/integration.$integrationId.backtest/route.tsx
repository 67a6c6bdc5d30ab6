import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { requireActor } from '~/auth/guards';
import { PageHeader } from '~/components/shell/page-header';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Select } from '~/components/ui/fields/select';
import { describeProblem } from '~/problem';
import { backtest } from '~/services/test-runs/backtest';
import { requireIntegration } from '~/auth/not-found';
import { readBacktestQuery, sizes } from './backtest-query';
import { Report } from './report';

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `Backtest · ${loaded?.integration.name ?? 'Not found'} · Wicked Integrations` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { user, organizationName, id, row } = await requireIntegration(args);
  const { version = row.version, last } = readBacktestQuery(request.url);
  const shown = {
    user,
    organizationName,
    integration: { id, name: row.name },
    version,
    last,
    report: null,
    failure: null,
  };
  if (last === undefined) return shown;
  const { actor } = await requireActor(context, request);
  const outcome = await backtest(context.app, actor, id, { version, last });
  if (outcome.kind === 'backtest') return { ...shown, report: outcome.backtest };
  if (outcome.kind === 'not-found') throw new Response('Not Found', { status: 404 });
  return { ...shown, failure: describeProblem(outcome).body.message };
}

/** The page that tries a version on past executions before it is deployed. */
export default function BacktestPage() {
  const { user, organizationName, integration, version, last, report, failure } =
    useLoaderData<typeof loader>();
  const isTrying = useNavigation().location?.search.includes('last=') ?? false;
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      <PageHeader
        title="Backtest"
        subtitle="See what this version would have sent. Past executions are played back with the responses from the log. Nothing is sent."
        badges={<Badge>{integration.name}</Badge>}
        back={{ to: `/integration/${integration.id}/versions`, label: 'Back to Versions' }}
      />
      <div className="flex flex-col gap-6">
        {failure && (
          <Banner tone="bad" title="Nothing was tested" live>
            {failure}
          </Banner>
        )}
        <Card title={`Version ${version}`} text="Tests and executions that have not ended are left out.">
          <Form method="get" className="flex flex-wrap items-end gap-3" preventScrollReset>
            <input type="hidden" name="version" value={version} />
            <label className="flex max-w-full min-w-[min(100%,13rem)] flex-col gap-1.5 font-medium">
              Executions
              <Select key={last} name="last" defaultValue={String(last ?? sizes[1])}>
                {sizes.map((size) => (
                  <option key={size} value={size}>
                    The newest {size}
                  </option>
                ))}
              </Select>
            </label>
            <Button
              type="submit"
              variant="primary"
              pending={isTrying}
              pendingText="Running..."
              className="min-h-10"
            >
              Run backtest
            </Button>
          </Form>
        </Card>
        {report && <Report report={report} integrationId={integration.id} />}
      </div>
    </SignedInShell>
  );
}
