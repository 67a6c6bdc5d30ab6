import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, test } from 'vitest';
import { ServedAtProvider } from '~/components/time/clock';
import { RejectedBanner } from '~/routes/integration.$integrationId.logs/history/rejected-banner';

const now = Date.UTC(2026, 2, 9, 14, 5, 9);
const ago = (ms: number) => new Date(now - ms).toISOString();

async function render(count: number, sinceMs: number, lastMs: number): Promise<string> {
  const last = { at: ago(lastMs), status: 401, reason: 'No proof.' };
  const rejected = { count, since: ago(sinceMs), last, acceptedAt: null };
  const element = <RejectedBanner rejected={rejected} integrationId="1" />;
  const { query, dataRoutes } = createStaticHandler([{ path: '/', element }]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(
    <ServedAtProvider value={now}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </ServedAtProvider>,
  );
}

test('two times in the same words are said once; without script both exact times are there', async () => {
  const apart = await render(3, 120_000, 57_000);
  expect(apart).toContain('The first came');
  expect(apart).toContain('<span>, the last ');
  const alike = await render(3, 57_900, 57_000);
  expect(alike).toContain('They came');
  expect(alike).toContain('<span class="scripted:hidden">, the last ');
  expect(await render(3, 57_000, 57_000)).not.toContain('the last');
  expect(await render(1, 57_000, 57_000)).toContain('It came');
});
