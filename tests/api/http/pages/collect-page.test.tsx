import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { collectPage } from '~/api/http/pages/collect-page';

function collect(page: JSX.Element): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onError: reject,
      onAllReady: () => pipe(collectPage((collected) => resolve(collected.toString()))),
    });
  });
}

it('collects a page with letters of several bytes without NULs', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `${'日本語'.repeat(1 + (index % 7))} ${index}`);
  const page = await collect(
    <ol>
      {names.map((name) => (
        <li key={name} title={name} />
      ))}
    </ol>,
  );
  expect(page).toBe(`<ol>${names.map((name) => `<li title="${name}"></li>`).join('')}</ol>`);
});
