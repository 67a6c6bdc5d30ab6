import { Writable } from 'node:stream';
import { type ReactNode, useId } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createYield } from '~/components/network/render-turns.server';
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
    <YieldProvider value={createYield()}>
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
    <YieldProvider value={createYield()}>
      <Page />
    </YieldProvider>,
  );
  const atOnce = await render(<Page />);
  expect(atOnce.turns).toBe(0);
  expect(runInTurns.turns).toBeGreaterThanOrEqual(5);
  expect(runInTurns.html).toBe(renderToString(<Page />));
});
