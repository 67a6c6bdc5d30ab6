// What sends hundreds of calls is asked about at an address of its own; nothing is sent by a press in the list.
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, test } from 'vitest';
import { IncidentList } from '~/components/alerts/incident-list';

test('an incident of failed executions leads to the question about their replay', async () => {
  const incident = {
    id: 'n1',
    event: 'failing' as const,
    status: 'open' as const,
    integration: { id: 'i1', name: 'Orders', isDeleted: false },
    call: null,
    failure: '5xx' as const,
    count: 400,
    reason: null,
    openedAt: '2026-01-05T12:00:00.000Z',
    resolvedAt: null,
  };
  const element = <IncidentList incidents={[incident]} action="/alerts?index" />;
  const { query, dataRoutes } = createStaticHandler([{ path: '/', element }]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
  expect(html).toMatch(/<a [^>]*href="\/\?replay=n1"[^>]*>Replay all 400 failed…/);
  expect(html).not.toContain('value="replay"');
  expect(html).toContain('value="mute"');
});
