// Computed variables as lines of text, as in `gross = {{net | times: 1.19}}`: one field that works without script.
import { nameLines } from './condition-lines';
import { readNamedLines } from './named-lines';

interface Computed {
  saveAs: string;
  template: string;
}

/** Each variable as a line; {@link readComputedLines} makes the same of it again. */
export function writeComputedLines(computed: readonly Computed[] = []): string {
  return computed.map(({ saveAs, template }) => `${saveAs} = ${template}`).join('\n');
}

/**
 * What the lines say as the services take it, undefined for none: those without text are left out, names are settled. `wrong`: the numbers of lines without a
 * name in front of an equals sign.
 */
export function readComputedLines(
  text: string,
  settleName: (typed: string) => string = (typed) => typed.trim(),
): { computed: Computed[] | undefined; wrong: number[] } {
  const { lines, wrong } = readNamedLines(text);
  const computed = lines.map(({ name, written }) => ({ saveAs: settleName(name), template: written }));
  return { computed: computed.length > 0 ? computed : undefined, wrong };
}

/** The message about lines that cannot be read; undefined when all can. */
export function findWrongComputed(text: string): string | undefined {
  const { wrong } = readComputedLines(text);
  return wrong.length === 0
    ? undefined
    : `${nameLines(wrong)} cannot be read. Write a name, an equals sign and a template, for example: gross = {{net | times: 1.19}}`;
}
