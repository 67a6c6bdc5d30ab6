// Names that the editor proposes for variables.
import { toSnakeCase } from './normalize-input';

/** Names that mean something else in placeholders, or that the save refuses. */
const reserved = new Set([
  'trigger',
  'request',
  'run',
  'loop',
  'memory',
  'org',
  '__proto__',
  'constructor',
  'prototype',
]);

/** The longest name of a variable, in characters. */
const longest = 100;

/**
 * Proposes a name: `.data.items[0].id` → `id`, or `items_id` when that is taken; with a number when all are taken.
 *
 * @param taken the names that are taken, in lower case
 */
export function proposeName(
  { jsonPath }: { jsonPath: string },
  taken: ReadonlySet<string>,
  fallback: string,
): string {
  const words = jsonPath.match(/[\p{L}_][\p{L}\p{N}_-]*/gu) ?? [];
  const names = words.map((_word, index) => toSnakeCase(words.slice(-1 - index).join('_')));
  const usable = [...names, fallback].filter(isUsable);
  const free = usable.find((name) => !taken.has(name));
  if (free) return free;
  const base = usable[0] ?? 'value';
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

function isUsable(name: string): boolean {
  return /^[a-z_]\w*$/.test(name) && name.length <= longest && !reserved.has(name);
}
