// A key that was rejected stands where it was typed, also where no script keeps it.
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, test } from 'vitest';
import { SeenCard } from '~/routes/integration.$integrationId.memory/seen-card';

test('a key that was rejected stays in the field of its for each', async () => {
  const lastAt = '2026-01-05T12:00:00.000Z';
  const seen = ['a', 'b'].map((loopId) => ({ loopId, name: `For each ${loopId}`, entries: 2, lastAt }));
  const element = <SeenCard seen={seen} typed={{ intent: 'unsee', loopId: 'b', key: '1042' }} />;
  const { query, dataRoutes } = createStaticHandler([{ path: '/', element }]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
  expect(html.match(/<input[^>]*value="1042"[^>]*>/g)).toEqual([expect.stringContaining('id="key-b"')]);
});
