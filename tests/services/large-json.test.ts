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
  const { json } = await writeListInTurns([...items, ''], async (each) =>
    each ? parseJson(each) : undefined,
  );
  clearImmediate(ticking);
  expect(json.toString()).toBe(stringifyJson(items.map((each) => parseJson(each))));
  expect(turns).toBeGreaterThanOrEqual(items.length - 1);
  expect((await writeListInTurns([], async () => 1)).json.toString()).toBe('[]');
});

async function write(maxBytes: number) {
  const { json, taken } = await writeListInTurns(['a', 'b', 'c'], async (each) => each, maxBytes);
  return [json.toString(), taken];
}

test('a list ends with the item that reaches the most bytes, and says how many it took', async () => {
  expect(await write(4)).toEqual(['["a"]', 1]);
  expect(await write(5)).toEqual(['["a","b"]', 2]);
  expect(await write(100)).toEqual(['["a","b","c"]', 3]);
});
