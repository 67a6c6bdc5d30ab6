// Converts computed variables to lines of one field, as in `gross = {{net | times: 1.19}}`. It works without script.
import { nameLines } from './condition-lines';
import { readNamedLines } from './named-lines';

interface Computed {
  saveAs: string;
  template: string;
}

/** Writes each variable as a line, for {@link readComputedLines} to read back. */
export function writeComputedLines(computed: readonly Computed[] = []): string {
  return computed.map(({ saveAs, template }) => `${saveAs} = ${template}`).join('\n');
}

/**
 * Reads the lines as the services accept them; undefined for none. Blank lines are left out, and names are settled.
 * `wrong`: the numbers of lines without a name before an equals sign.
 */
export function readComputedLines(
  text: string,
  normalizeName: (typed: string) => string = (typed) => typed.trim(),
): { computed: Computed[] | undefined; wrong: number[] } {
  const { lines, wrong } = readNamedLines(text);
  const computed = lines.map(({ name, written }) => ({ saveAs: normalizeName(name), template: written }));
  return { computed: computed.length > 0 ? computed : undefined, wrong };
}

/** Returns the message about lines that cannot be read; undefined when there are none. */
export function findWrongComputed(text: string): string | undefined {
  const { wrong } = readComputedLines(text);
  return wrong.length === 0
    ? undefined
    : `${nameLines(wrong)} cannot be read. Write a name, an equals sign and a template, for example: gross = {{net | times: 1.19}}`;
}
