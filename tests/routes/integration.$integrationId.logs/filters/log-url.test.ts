import { expect, it } from 'vitest';
import {
  callUrl,
  itemsUrl,
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

it('keeps which items of a loop are looked at, as long as their execution is open', () => {
  const items = 'of=e1&loop=l1&item=21&failed=true';
  expect(view(`open=e1&${items}`).items).toEqual({ of: 'e1', loop: 'l1', item: 21, failedOnly: true });
  expect(logUrl(view(`execution=e1&${items}`))).toBe(`/integration/i1/logs?execution=e1&${items}`);
  expect(logUrl(view(`open=e1&before=e9&${items}`))).toBe(`/integration/i1/logs?open=e1&before=e9&${items}`);
  expect(logUrl(toggleDetails(view(`open=e1&${items}`), 'e1'))).toBe('/integration/i1/logs');
  const all = { of: 'e1', loop: 'l1', item: 1, failedOnly: false };
  expect(itemsUrl(view(`open=e1&${items}`), all)).toBe('/integration/i1/logs?open=e1&of=e1&loop=l1&item=1');
  expect(view('open=e1&of=e1&loop=l1&item=x').items?.item).toBe(1);
  expect(view('open=e1&loop=l1&item=2').items).toBeNull();
});

it('keeps which call is looked at beside the items of its execution, and not with other items', () => {
  const one = view('execution=e1&of=e1&loop=l1&item=21&call=45');
  expect(one.call).toEqual({ of: 'e1', step: 45 });
  expect(logUrl(one)).toBe('/integration/i1/logs?execution=e1&of=e1&loop=l1&item=21&call=45');
  expect(callUrl(one, { of: 'e1', step: 0 })).toBe(
    '/integration/i1/logs?execution=e1&of=e1&loop=l1&item=21&call=0',
  );
  expect(callUrl(view('open=e1&open=e2&of=e1&loop=l1&item=21'), { of: 'e2', step: 3 })).toBe(
    '/integration/i1/logs?open=e1&open=e2&of=e2&call=3',
  );
  const others = { of: 'e1', loop: 'l1', item: 41, failedOnly: false };
  expect(itemsUrl(one, others)).toBe('/integration/i1/logs?execution=e1&of=e1&loop=l1&item=41');
  expect(logUrl(toggleDetails(view('open=e1&of=e1&call=3'), 'e1'))).toBe('/integration/i1/logs');
  expect(view('execution=e1&of=e1&call=x').call).toBeNull();
  expect(view('execution=e1&call=3').call).toBeNull();
});
