import { Writable } from 'node:stream';
import { type ReactNode, useId } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazyPart } from '~/components/network/lazy-part';
import { createRenderTurns } from '~/components/network/render-turns.server';
import { useYieldPoint, YieldProvider } from '~/components/network/yield-point';

/** Takes longer than a turn may. */
function takeTime() {
  const end = performance.now() + 5;
  while (performance.now() < end);
}

function SlowRow({ index }: { index: number }) {
  useYieldPoint();
  const id = useId();
  takeTime();
  return (
    <li id={id}>
      Row {index} <b>of</b> many
    </li>
  );
}

function Page() {
  return (
    <ol>
      {Array.from({ length: 6 }, (_, index) => (
        <SlowRow key={index} index={index} />
      ))}
    </ol>
  );
}

/** The page, and how often the event loop turned while it was rendered. */
function render(page: JSX.Element): Promise<{ html: string; turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const { pipe } = renderToPipeableStream(page, {
      onError: reject,
      onAllReady() {
        isDone = true;
        const whole = new Writable({
          write(chunk: Buffer, _encoding, taken) {
            chunks.push(Buffer.from(chunk));
            taken();
          },
          final(ended) {
            resolve({ html: Buffer.concat(chunks).toString(), turns });
            ended();
          },
        });
        pipe(whole);
      },
    });
    setImmediate(count);
  });
}

function SlowFrame({ children }: { children: ReactNode }) {
  takeTime();
  return <main>{children}</main>;
}

function ShortRow() {
  useYieldPoint();
  return <p>Short</p>;
}

it('renders the first row in another turn than a frame that takes long', async () => {
  const { html, turns } = await render(
    <YieldProvider value={createRenderTurns().yieldPoint}>
      <SlowFrame>
        <ShortRow />
      </SlowFrame>
    </YieldProvider>,
  );
  expect(turns).toBeGreaterThanOrEqual(1);
  expect(html).toBe('<main><p>Short</p></main>');
});

it('renders a long page in turns of the event loop, and the same page', async () => {
  const runInTurns = await render(
    <YieldProvider value={createRenderTurns().yieldPoint}>
      <Page />
    </YieldProvider>,
  );
  const atOnce = await render(<Page />);
  expect(atOnce.turns).toBe(0);
  expect(runInTurns.turns).toBeGreaterThanOrEqual(5);
  expect(runInTurns.html).toBe(renderToString(<Page />));
});

it('renders a part that takes several turns, whose script the browser loads later', async () => {
  const Part = lazyPart(Page, () => new Promise<never>(() => undefined), { until: () => <p>Not yet</p> });
  const { html, turns } = await render(
    <YieldProvider value={createRenderTurns().yieldPoint}>
      <Part />
    </YieldProvider>,
  );
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(html).toMatch(/Row (<!-- -->)?5/);
  expect(html).not.toContain('Not yet');
});

/** A page with a clock moved by hand; `yields` tells whether its yield point ends the turn of the event loop. */
function beginPage() {
  const clock = { ms: 0 };
  const { yieldPoint, hasRoom } = createRenderTurns(() => clock.ms);
  /** Others take their turn, before the page is rendered. */
  async function passOthers(ms: number) {
    await Promise.resolve();
    clock.ms += ms;
    await new Promise(setImmediate);
  }
  function yields(afterMs: number): boolean {
    clock.ms += afterMs;
    try {
      yieldPoint();
      return false;
    } catch {
      return true;
    }
  }
  return { passOthers, yields, hasRoom };
}

it('counts no time of others before a page is begun', async () => {
  const { passOthers, yields } = beginPage();
  await passOthers(20);
  expect(yields(2)).toBe(false);
  expect(yields(1)).toBe(true);
});

it('renders for 2.5 ms at a time, and for longer where others take long', async () => {
  const { passOthers, yields } = beginPage();
  await passOthers(0);
  expect(yields(2.4)).toBe(false);
  expect(yields(0.1)).toBe(true);
  await passOthers(1);
  expect(yields(0)).toBe(false);
  expect(yields(2.5)).toBe(true);
  await passOthers(20);
  expect(yields(0)).toBe(false);
  expect(yields(4.9)).toBe(false);
  expect(yields(0.1)).toBe(true);
  await passOthers(1_000);
  expect(yields(0)).toBe(false);
  expect(yields(7.4)).toBe(false);
  expect(yields(0.1)).toBe(true);
});

it('has room for writing in a turn that rendered little', async () => {
  const { passOthers, yields, hasRoom } = beginPage();
  await passOthers(0);
  expect(hasRoom()).toBe(true);
  expect(yields(3)).toBe(true);
  await passOthers(20);
  expect(hasRoom()).toBe(false);
  expect(yields(0)).toBe(false);
  expect(hasRoom()).toBe(true);
  expect(yields(2.5)).toBe(false);
  expect(hasRoom()).toBe(false);
});
