import { expect, it } from 'vitest';
import { listLineChanges } from '~/services/integrations/line-changes';

it('shows the lines that differ and two around them, and counts the others', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const next = lines.with(3, 'another').toSpliced(20, 1);
  expect(listLineChanges(lines.join('\n'), next.join('\n'))).toEqual([
    { kind: 'same', text: 'line 0' },
    { kind: 'same', text: 'line 1' },
    { kind: 'same', text: 'line 2' },
    { kind: 'removed', text: 'line 3' },
    { kind: 'added', text: 'another' },
    { kind: 'same', text: 'line 4' },
    { kind: 'same', text: 'line 5' },
    { kind: 'left-out', text: '12 lines the same' },
    { kind: 'same', text: 'line 18' },
    { kind: 'same', text: 'line 19' },
    { kind: 'removed', text: 'line 20' },
    { kind: 'same', text: 'line 21' },
    { kind: 'same', text: 'line 22' },
    { kind: 'left-out', text: '7 lines the same' },
  ]);
});

it('gives up on texts that have little in common, however long they are', () => {
  const numbers = Array.from({ length: 40_000 }, (_, index) => String(index));
  const former = numbers.map((number) => `one ${number}`).join('\n');
  expect(listLineChanges(former, numbers.join('\n'))).toBeUndefined();
});

it('tells one line from another', () => {
  expect(listLineChanges('', 'a\nb')).toEqual([
    { kind: 'added', text: 'a' },
    { kind: 'added', text: 'b' },
  ]);
});

it('shows 300 changed lines, and of texts with more than 20,000 lines none', () => {
  const former = Array.from({ length: 150 }, (_, index) => `one ${index}`).join('\n');
  const next = Array.from({ length: 150 }, (_, index) => `two ${index}`).join('\n');
  expect(listLineChanges(former, next)).toHaveLength(300);
  expect(listLineChanges(`${former}\nthree`, next)).toBeUndefined();
  expect(listLineChanges('\n'.repeat(20_000), `${'\n'.repeat(19_999)}a`)).toBeDefined();
  expect(listLineChanges('\n'.repeat(20_001), `${'\n'.repeat(19_999)}a`)).toBeUndefined();
});
