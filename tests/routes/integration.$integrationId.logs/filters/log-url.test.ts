import { expect, it } from 'vitest';
import {
  logUrl,
  executionUrl,
  logPageUrl,
  readLogQuery,
  toggleDetails,
} from '~/routes/integration.$integrationId.logs/filters/log-url';

function view(search: string) {
  return readLogQuery('i1', new URLSearchParams(search));
}

it('opens and closes one execution, and keeps the page and the others', () => {
  expect(logUrl(toggleDetails(view('before=e9'), 'e1'))).toBe('/integration/i1/logs?open=e1&before=e9');
  expect(logUrl(toggleDetails(view('open=e1&open=e2'), 'e1'))).toBe('/integration/i1/logs?open=e2');
  expect(logUrl(toggleDetails(view('open=e1'), 'e1'))).toBe('/integration/i1/logs');
});

it('closes the one that was opened first when too many are open', () => {
  const ids = Array.from({ length: 11 }, (_, n) => `e${n}`);
  const [first, ...others] = ids;
  const ten = view(new URLSearchParams(ids.slice(0, 10).map((id) => ['open', id])).toString());
  expect(ten.open).toContain(first);
  expect(toggleDetails(ten, 'e10').open).toEqual(others);
});

it('keeps what the list is narrowed to on each of its pages, but not in the address of one execution', () => {
  const narrowed = view('q=ord_1+%26&status=error&trigger=&open=e1');
  expect(logPageUrl(narrowed, 'e9')).toBe('/integration/i1/logs?q=ord_1+%26&status=error&before=e9');
  expect(executionUrl('i1', 'e1')).toBe('/integration/i1/logs?execution=e1');
  expect(logUrl(view('execution=e1&q=x'))).toBe('/integration/i1/logs?execution=e1');
});
