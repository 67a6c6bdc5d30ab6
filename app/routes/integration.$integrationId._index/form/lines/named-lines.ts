// Lines with a name in front of an equals sign, as computed variables and what is remembered are typed.

/** The names and what stands behind their equals signs, without the spaces around; `wrong`: the lines, from 1, without a name there. Empty lines are left out. */
export function readNamedLines(text: string): {
  lines: { name: string; written: string; line: number }[];
  wrong: number[];
} {
  const lines: { name: string; written: string; line: number }[] = [];
  const wrong: number[] = [];
  for (const [index, each] of text.split(/\r\n|\r|\n/).entries()) {
    if (each.trim() === '') continue;
    const [, name, written = ''] = /^([^={}]*\w[^={}]*)=(.*)$/.exec(each) ?? [];
    if (name === undefined) wrong.push(index + 1);
    else lines.push({ name: name.trim(), written: written.trim(), line: index + 1 });
  }
  return { lines, wrong };
}
