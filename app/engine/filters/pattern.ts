// Regular expressions of RE2, by a port of it (decision 59): a search takes time that is linear in the text. The characters
// that a search reads are counted, since finding all matches may read the same text many times.
import { RE2JS, RE2JSException } from 're2js';
import { FilterProblem, type FilterWork, keep, spend, tooMuch } from './filtering';
import { measurePattern } from './pattern-size';

/** A match at `at`. Its groups begin with the whole match; a group that had no part in it is undefined. */
export interface PatternMatch {
  at: number;
  groups: (string | undefined)[];
}

export interface Pattern {
  groupCount: number;
  /** The numbers of named groups, by name. */
  names: ReadonlyMap<string, number>;
  /** Yields all matches in order; ends early when the work is used up, so that `work.left` is below 0. */
  find(text: string): Generator<PatternMatch, void>;
}

const longest = 500;

/** How many steps it takes to compile each part of a program, and each class of Unicode, which has hundreds of ranges. */
const partSteps = 8;
const classSteps = 800;

/** The steps of reading a character, of each part of the program that may be tried then, and of each match. */
const readSteps = 0.5;
const threadSteps = 1 / 32;
const matchSteps = 5;

/** Reads a pattern of RE2 (https://github.com/google/re2/wiki/Syntax). Compiling it takes steps, too, once in the same work. */
export function readPattern(source: string, work: FilterWork): Pattern | FilterProblem {
  return keep(work, `pattern ${source}`, () => makePattern(source, work));
}

function makePattern(source: string, work: FilterWork): Pattern | FilterProblem {
  if (source.length > longest) return new FilterProblem(`takes patterns of at most ${longest} characters`);
  const { parts, classes } = measurePattern(source);
  if (!spend(work, parts * partSteps + classes * classSteps)) return tooMuch;
  const compiled = compile(source);
  if (compiled instanceof FilterProblem) return compiled;
  const perRead = readSteps + compiled.programSize() * threadSteps;
  return {
    groupCount: compiled.groupCount(),
    names: new Map(Object.entries(compiled.namedGroups())),
    *find(text) {
      const matcher = compiled.matcher(new CountedText(text, work, perRead) as unknown as string);
      try {
        while (spend(work, matchSteps) && matcher.find()) {
          const groups = Array.from(
            { length: matcher.groupCount() + 1 },
            (_, group) => matcher.group(group) ?? undefined,
          );
          yield { at: matcher.start(), groups };
        }
      } catch (error) {
        if (!(error instanceof UsedUp)) throw error;
      }
    },
  };
}

function compile(source: string): RE2JS | FilterProblem {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    // The reason without the part of the pattern that it is about, which may belong to a secret.
    const [, why = 'it cannot be read'] = /^error parsing regexp: ([^:`]+)/.exec(error.message) ?? [];
    return new FilterProblem(`needs a regular expression: ${why.trim()}`);
  }
}

class UsedUp extends Error {}

/** How many characters a search for a fixed text passes over in the time that another search reads one. */
const passedAtOnce = 64;

/** A text that counts how often it is read, and ends the search when that is too often. */
class CountedText extends String {
  readonly #work: FilterWork;
  readonly #steps: number;

  constructor(text: string, work: FilterWork, steps: number) {
    super(text);
    this.#work = work;
    this.#steps = steps;
  }

  override charCodeAt(place: number): number {
    if (!spend(this.#work, this.#steps)) throw new UsedUp();
    return super.charCodeAt(place);
  }

  override indexOf(text: string, from = 0): number {
    const found = super.indexOf(text, from);
    const passed = (found === -1 ? this.length : found) - from;
    if (!spend(this.#work, this.#steps * (1 + passed / passedAtOnce))) throw new UsedUp();
    return found;
  }
}
