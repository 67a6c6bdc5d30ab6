// Variables of megabytes are sealed and opened while others have their turns.
import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { openSaved, resealSaved, sealSaved } from '~/services/runs/saved-variables';
import { shortenParts } from '../../support/short-parts';

const context = { config: { appKey: Buffer.alloc(32, 7), otherAppKey: undefined } } as Parameters<
  typeof sealSaved
>[0];

/** Returns what the work comes to, and how many turns of the event loop it took. */
async function countTurns<Result>(work: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let ticking = setImmediate(count);
  function count() {
    turns += 1;
    ticking = setImmediate(count);
  }
  const result = await work;
  clearImmediate(ticking);
  return { result, turns };
}

test('numbers that keep their digits are written and read in turns', async () => {
  shortenParts();
  const text = `[["n",[${'1.10,'.repeat(100_000)}2]]]`;
  const saved = parseJson(text) as [string, unknown][];
  const sealed = await countTurns(sealSaved(context, 'one', 0, saved));
  expect(sealed.turns).toBeGreaterThan(3);
  const opened = await countTurns(openSaved(context, 'one', 0, sealed.result));
  expect(opened.turns).toBeGreaterThan(3);
  expect(stringifyJson(opened.result)).toBe(text);
});

test('what is sealed anew for another execution opens there alone', async () => {
  const sealed = await sealSaved(context, 'one', 2, [['a', 1]]);
  const resealed = resealSaved(context, { from: 'one', to: 'other' }, 2, sealed);
  expect(await openSaved(context, 'other', 2, resealed)).toEqual([['a', 1]]);
  expect(await openSaved(context, 'one', 2, resealed)).toEqual([]);
  const lost = resealSaved(context, { from: 'another', to: 'other' }, 2, sealed);
  expect(await openSaved(context, 'other', 2, lost)).toEqual([]);
});
