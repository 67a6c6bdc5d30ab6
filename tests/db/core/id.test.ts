import { expect, test, vi } from 'vitest';
import { firstIdOf, newId, newUnguessableId } from '~/db/core/id';

test('ids sort in the order they were made', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
});

test('ids follow a clock that is set back, and none that is a little behind', () => {
  const at = Date.now();
  const clock = vi.spyOn(Date, 'now');
  const idAt = (ms: number) => (clock.mockReturnValue(ms), newId());
  const [ahead, behind, back] = [idAt(at + 86_400_000), idAt(at + 86_390_000), idAt(at)];
  clock.mockRestore();
  expect(behind > ahead).toBe(true);
  expect(back.slice(0, 13)).toBe(firstIdOf(at));
  expect(newId() > back).toBe(true);
});

test('an id that must not be guessed is random but for its version and variant', () => {
  const ids = Array.from({ length: 2_000 }, newUnguessableId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // Every hexadecimal digit that is free takes every value.
  const digits = ids.map((id) => id.replaceAll('-', ''));
  const free = Array.from({ length: 32 }, (_, place) => place).filter(
    (place) => place !== 12 && place !== 16,
  );
  for (const place of free) expect(new Set(digits.map((text) => text[place])).size).toBe(16);
});
