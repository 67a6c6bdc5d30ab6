// A key that was rejected stands where it was typed, also where no script keeps it.
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server';
import { expect, test } from 'vitest';
import { SeenCard } from '~/routes/integration.$integrationId.memory/seen-card';

async function render(errors: Record<string, string[]>) {
  const lastAt = '2026-01-05T12:00:00.000Z';
  const seen = ['a', 'b'].map((loopId) => ({ loopId, name: `For each ${loopId}`, entries: 2, lastAt }));
  const typed = { intent: 'unsee', loopId: 'b', key: '1042' };
  const element = <SeenCard seen={seen} typed={typed} errors={errors} />;
  const { query, dataRoutes } = createStaticHandler([{ path: '/', element }]);
  const context = await query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(String(context.status));
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

test('a key that was rejected stays in the field of its for each', async () => {
  const html = await render({});
  expect(html.match(/<input[^>]*value="1042"[^>]*>/g)).toEqual([expect.stringContaining('id="key-b"')]);
});

test('everything that was seen is forgotten only by a question with an address of its own', async () => {
  const html = await render({});
  expect(html).toContain('href="/?forget=b"');
  expect(html).not.toContain('value="unsee-all"');
});

test('what is wrong with a key stands at its field', async () => {
  const html = await render({ key: ['No item with this key was seen'] });
  expect(html.match(/<input[^>]*aria-invalid="true"[^>]*>/g)).toEqual([
    expect.stringContaining('aria-describedby="key-b-error"'),
  ]);
  expect(html).toMatch(/id="key-b-error"[^>]*>(?:<[^>]*>)*No item with this key was seen/);
});
