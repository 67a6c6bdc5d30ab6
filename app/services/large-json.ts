import { parseJson } from '~/engine/json/json';
import { isNestedDeeperThan } from '~/engine/json/nesting';
import { isLargeJson, parseJsonInParts } from '~/engine/json/json-parts';
import { stringifyJsonInParts, type Writing } from '~/engine/json/write-in-parts';
import { runInTurns, yieldTurn } from './event-loop';

/** Parses JSON as `parseJson` does, but gives everybody else turns while it parses a large text. */
export async function parseJsonInTurns(text: string): Promise<unknown> {
  return isLargeJson(text) ? runInTurns(parseJsonInParts(text)) : parseJson(text);
}

/** Parses JSON as JSON.parse does, in turns likewise. Throws SyntaxError also for one that nests deeper than `maxDepth`. */
export async function parsePlainJsonInTurns(text: string): Promise<unknown> {
  return runInTurns(parseJsonInParts(text, { parse: parsePlainJson }));
}

function parsePlainJson(text: string, depth: number): unknown {
  if (isNestedDeeperThan(text, depth)) throw new SyntaxError('The JSON is nested too deeply');
  return JSON.parse(text) as unknown;
}

/** Writes JSON as `stringifyJson` does, in turns likewise. */
export async function stringifyJsonInTurns(value: unknown, writing?: Writing): Promise<string> {
  return runInTurns(stringifyJsonInParts(value, writing));
}

/**
 * Writes a list as `stringifyJson` does, each item in a piece of its own, so that the whole text is never in memory, and gives
 * everybody else a turn after each item. `describe` returns what to write of an item when its piece is taken; an item of which it
 * returns undefined is left out.
 */
export async function* writeListInPieces<Item>(
  items: Iterable<Item>,
  describe: (item: Item) => Promise<unknown>,
): AsyncGenerator<string, void> {
  let isFirst = true;
  for (const item of items) {
    const described = await describe(item);
    if (described === undefined) continue;
    yield `${isFirst ? '[' : ','}${await stringifyJsonInTurns(described)}`;
    isFirst = false;
    await yieldTurn();
  }
  yield isFirst ? '[]' : ']';
}

/**
 * Writes a list likewise, as one text in UTF-8. `taken` says how many items it looked at: all of them, unless the first ones
 * already took `maxBytes` or more.
 */
export async function writeListInTurns<Item>(
  items: readonly Item[],
  describe: (item: Item) => Promise<unknown>,
  maxBytes = Infinity,
): Promise<{ json: Buffer<ArrayBuffer>; taken: number }> {
  const parts: Buffer[] = [];
  let [taken, bytes] = [0, 0];
  function* take(): Generator<Item, void> {
    for (const item of items) {
      if (bytes >= maxBytes) return;
      taken += 1;
      yield item;
    }
  }
  for await (const piece of writeListInPieces(take(), describe)) {
    const part = Buffer.from(piece);
    bytes += part.length;
    parts.push(part);
  }
  return { json: Buffer.concat(parts), taken };
}
