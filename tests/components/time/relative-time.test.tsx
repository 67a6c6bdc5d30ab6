import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ServedAtProvider } from '~/components/time/clock';
import { RelativeTime } from '~/components/time/relative-time';

const at = Date.UTC(2026, 2, 9, 14, 5, 9);

test('the server sends the exact time, for who has no script, and words by its own clock for all others', () => {
  const page = renderToStaticMarkup(
    <ServedAtProvider value={at + 180_000}>
      <RelativeTime at={at} />
    </ServedAtProvider>,
  );
  expect(page).toContain('<span class="scripted:hidden">2026-03-09 14:05:09 UTC</span>');
  expect(page).toContain('<span class="hidden scripted:inline">3 min ago</span>');
});

test('where nobody said when the page was made, the exact time is there alone', () => {
  expect(renderToStaticMarkup(<RelativeTime at={at} />)).toContain('>2026-03-09 14:05:09 UTC</time>');
});
