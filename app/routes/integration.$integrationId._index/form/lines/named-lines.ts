// Reads lines with a name before an equals sign, such as computed variables and remembered values.
import { splitLines } from './split-lines';

/** Reads names and the trimmed text after their equals signs. `wrong`: lines, from 1, without a name. Skips blank lines. */
export function readNamedLines(text: string): {
  lines: { name: string; written: string; line: number }[];
  wrong: number[];
} {
  const lines: { name: string; written: string; line: number }[] = [];
  const wrong: number[] = [];
  for (const [index, each] of splitLines(text).entries()) {
    if (each.trim() === '') continue;
    const [name = '', written] = each.split(/=(.*)/s);
    if (written === undefined || /[{}]/.test(name) || !/\w/.test(name)) wrong.push(index + 1);
    else lines.push({ name: name.trim(), written: written.trim(), line: index + 1 });
  }
  return { lines, wrong };
}
