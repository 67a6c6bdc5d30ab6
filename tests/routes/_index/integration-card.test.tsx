import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, test } from 'vitest';
import type { IntegrationCard as Summary } from '~/db/integrations/cards';
import { IntegrationCard } from '~/routes/_index/integration-card';

const neverRun: Summary = {
  id: 'a',
  name: 'Orders',
  description: null,
  tags: [],
  isActive: false,
  triggerType: 'webhook',
  callCount: 0,
  totalExecutions: 0,
  successfulExecutions: 0,
  lastExecutedAt: null,
  lastTestAt: null,
  pauseAfterErrors: null,
  pausedAt: null,
  updatedAt: Date.UTC(2026, 0, 5),
  updatedBy: null,
  updatedByToken: null,
  foundHost: null,
};

async function show(integration: Summary): Promise<string> {
  const list = { search: '', tag: '', order: 'newest', page: 1 } as const;
  const element = <IntegrationCard integration={integration} runs={undefined} list={list} />;
  const { query, dataRoutes } = createStaticHandler([{ path: '/', element }]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

test.each([
  [0, '/integration/a', 'Add a call'],
  [1, '/integration/a/deploy', 'Test it'],
])('a card that never ran, with %i calls, leads to %s', async (callCount, path, label) => {
  expect(await show({ ...neverRun, callCount })).toMatch(
    new RegExp(`Never run · <a [^>]*href="${path}"[^>]*>${label}<span class="sr-only">: Orders</span></a>`),
  );
});
