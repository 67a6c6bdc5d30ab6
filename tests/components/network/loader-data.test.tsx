import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import { Scripts, useLoaderData } from '@remix-run/react';
import { expect, it } from 'vitest';
import { useYieldPoint } from '~/components/network/yield-point';
import handleRequest from '~/entry.server';

const text = 'Zürich </script> \u2028 '.repeat(5000);

function Page() {
  const { length } = useLoaderData<{ length: number }>();
  return (
    <html lang="en">
      <body>
        <p>{length} letters</p>
        <Scripts />
      </body>
    </html>
  );
}

function Row() {
  useYieldPoint();
  return <p>Row</p>;
}

/** Takes longer than a turn may. */
function takeTime() {
  const end = performance.now() + 5;
  while (performance.now() < end);
}

function LongRow() {
  useYieldPoint();
  takeTime();
  return <p>Row</p>;
}

function LongPage() {
  takeTime();
  return (
    <html lang="en">
      <body>
        <LongRow />
      </body>
    </html>
  );
}

function LongFrame() {
  takeTime();
  return (
    <html lang="en">
      <body>
        <Row />
      </body>
    </html>
  );
}

/** A product with one page, as the build makes it. */
const makeBuild = (page: typeof Page): ServerBuild => ({
  mode: 'production',
  entry: { module: { default: handleRequest } },
  routes: {
    root: {
      id: 'root',
      path: '',
      module: { default: page, loader: () => ({ length: text.length, text }) },
    },
  },
  assets: {
    entry: { module: '/entry.js', imports: [] },
    routes: {
      root: {
        id: 'root',
        path: '',
        module: '/root.js',
        hasAction: false,
        hasLoader: true,
        hasErrorBoundary: false,
        hasClientAction: false,
        hasClientLoader: false,
        imports: [],
      },
    },
    url: '/manifest.js',
    version: '1',
  },
  publicPath: '/assets/',
  basename: '/',
  assetsBuildDirectory: 'build/client',
  isSpaMode: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
});

/** The page, and how often the event loop turned until it was rendered. */
async function render(page = Page): Promise<{ html: string; turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const answer = await createRequestHandler(makeBuild(page))(
    new Request('http://localhost/'),
    {} as AppLoadContext,
  );
  isDone = true;
  return { html: await answer.text(), turns };
}

it('a page is rendered with the data of its loaders in one turn of the event loop', async () => {
  const { html, turns } = await render();
  expect(turns).toBe(1);
  expect(html).toContain(`<p>${text.length}<!-- --> letters</p>`);
});

it('a long page is written in another turn than its last part is rendered in, where that takes long, too', async () => {
  const { html, turns } = await render(LongPage);
  expect(turns).toBe(3);
  expect(html).toContain('<p>Row</p>');
});

it('a long page is written in the turn that renders its last part, where that is short', async () => {
  const counts: number[] = [];
  // A machine that is busy with other processes makes a short part long now and then.
  for (let index = 0; index < 10; index += 1) counts.push((await render(LongFrame)).turns);
  expect(Math.min(...counts)).toBe(2);
});

it('script gets the data whole, and then the end of its stream', async () => {
  const { html } = await render();
  const [, json = ''] = /streamController\.enqueue\((".*")\);<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toContain(JSON.stringify(text));
  expect(html.match(/<script>window\.__remixContext\.streamController\.close\(\);<\/script>/g)).toHaveLength(
    1,
  );
});
