import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { writeListInTurns } from '~/services/large-json';

test('a list is written as in one go, without what has no description, and others have a turn after each item', async () => {
  const items = ['{"n":1.10}', '"ü"', 'null'];
  let turns = 0;
  const count = () => {
    turns += 1;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  const list = await writeListInTurns([...items, ''], async (each) => (each ? parseJson(each) : undefined));
  clearImmediate(ticking);
  expect(list.toString()).toBe(stringifyJson(items.map((each) => parseJson(each))));
  expect(turns).toBeGreaterThanOrEqual(items.length - 1);
  expect((await writeListInTurns([], async () => 1)).toString()).toBe('[]');
});
