// Says how deep JSON text nests, without parsing: deep nesting exhausts the stack of a walk, and parsing a million brackets takes
// half a second.

/** The number of signs that are looked at in one go, which takes some milliseconds at most. */
const partSigns = 64 * 1024;

/** Checks whether brackets nest deeper than `depth`. */
export function isNestedDeeperThan(text: string, depth: number): boolean {
  return hasMoreBracketsThan(text, depth) && new Nesting(text, depth).scan(Infinity) === true;
}

/** Checks the same in parts: the brackets or quotes of megabytes block the event loop for tenths of a second. */
export function* isNestedDeeperThanInParts(text: string, depth: number): Generator<void, boolean, void> {
  if (!hasMoreBracketsThan(text, depth)) return false;
  const nesting = new Nesting(text, depth);
  for (;;) {
    const isDeeper = nesting.scan(partSigns);
    if (isDeeper !== undefined) return isDeeper;
    yield;
  }
}

/** Checks the number of brackets first, which is fast: a text with few brackets cannot nest deeper. */
function hasMoreBracketsThan(text: string, count: number): boolean {
  let found = 0;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      found += 1;
      if (found > count) return true;
    }
  }
  return false;
}

/** A place in the text up to which its brackets are counted. */
class Nesting {
  #at = 0;
  #open = 0;
  #isInString = false;

  constructor(
    readonly text: string,
    readonly depth: number,
  ) {}

  /** Looks at so many signs more; of a string, only at its quotes. Returns undefined when that decides nothing yet. */
  scan(signs: number): boolean | undefined {
    const { text, depth } = this;
    let at = this.#at;
    let open = this.#open;
    let isInString = this.#isInString;
    for (let left = signs; left > 0 && at < text.length; left -= 1) {
      if (isInString) {
        const quote = text.indexOf('"', at);
        if (quote < 0) return false;
        isInString = isEscaped(text, quote);
        at = quote;
      } else {
        const code = text.charCodeAt(at);
        if (code === 34 /* " */) isInString = true;
        else if (code === 123 /* { */ || code === 91 /* [ */) {
          open += 1;
          if (open > depth) return true;
        } else if (code === 125 /* } */ || code === 93 /* ] */) open -= 1;
      }
      at += 1;
    }
    if (at >= text.length) return false;
    this.#at = at;
    this.#open = open;
    this.#isInString = isInString;
    return undefined;
  }
}

/** Checks whether an odd number of backslashes stands before the sign at this place. */
export function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === 92 /* \ */) before -= 1;
  return (at - before) % 2 === 0;
}
