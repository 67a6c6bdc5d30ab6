import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, test } from 'vitest';
import { FailureLine, type RecentFailures } from '~/routes/_index/failure-line';

async function show(failures: RecentFailures): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([
    { path: '/', element: <FailureLine failures={failures} /> },
  ]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

test('one integration that failed and has completed since has words of its own', async () => {
  const orders = { id: 'a', name: 'Orders', lastFailedAt: Date.UTC(2026, 0, 5), failingSince: null };
  expect(await show({ failed: [{ ...orders, failuresInRow: 0 }], count: 1 })).toMatch(
    /Orders failed <time.*<\/time>, but has completed since\./,
  );
});

test('the line is an alarm only while an integration still fails', async () => {
  const failed = { id: 'a', name: 'Orders', lastFailedAt: Date.UTC(2026, 0, 5), failuresInRow: 2 };
  const over = { ...failed, failingSince: null };
  const failing = { ...failed, failingSince: Date.UTC(2026, 0, 4) };
  expect(await show({ failed: [failing, over], count: 2 })).toContain('bg-bad-soft');
  expect(await show({ failed: [over, over], count: 2 })).not.toContain('bg-bad-soft');
});
