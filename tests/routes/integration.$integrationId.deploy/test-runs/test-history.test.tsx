import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, test } from 'vitest';
import { TestHistory } from '~/routes/integration.$integrationId.deploy/test-runs/test-history';

async function show(filter: 'all' | 'error'): Promise<string> {
  const outcome = {
    status: 'queued',
    success: false,
    error: null,
    errorMessage: null,
    failedItems: null,
  } as const;
  const queued = { id: 'e', executionId: 'e', startedAt: '2026-01-05T12:00:00.000Z', ...outcome, lines: [] };
  const history = (
    <TestHistory
      address="/integration/i"
      pageUrl="/integration/i/deploy"
      view={{ group: 'none', show: filter, test: null, log: null, data: null, of: null }}
      tests={[queued]}
      opened={undefined}
    />
  );
  const { query, dataRoutes } = createStaticHandler([{ path: '/', element: history }]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

test('of a test that has sent nothing yet only a filter lets logs of a kind be missing', async () => {
  expect(await show('all')).toContain('The newest tests have no logs yet.');
  expect(await show('error')).toContain('The newest tests have no logs of this kind.');
});
