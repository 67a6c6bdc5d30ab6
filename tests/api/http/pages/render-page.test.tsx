import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { renderPage } from '~/api/http/pages/render-page';

function render(page: JSX.Element, timeoutMs = 60_000) {
  const errors: unknown[] = [];
  const rendered = renderPage((events) => renderToPipeableStream(page, { ...events }), {
    timeoutMs,
    hasRoom: () => true,
    onPartError: (error) => errors.push(error),
  });
  return { rendered: rendered.then(String), errors };
}

/** A part that waits for something that never comes. */
function Endless(): never {
  throw new Promise(() => {});
}

function Broken(): never {
  throw new Error('broken');
}

it('returns the page', async () => {
  expect(await render(<p>A page</p>).rendered).toBe('<p>A page</p>');
});

it('rejects when the frame of the page is not ready in time, so that the request is answered', async () => {
  await expect(render(<Endless />, 10).rendered).rejects.toThrow('The page was not rendered within 0.01 s.');
});

it('rejects when the frame of the page fails', async () => {
  const { rendered, errors } = render(<Broken />);
  await expect(rendered).rejects.toThrow('broken');
  expect(errors).toEqual([]);
});
