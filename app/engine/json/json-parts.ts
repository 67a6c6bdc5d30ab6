// Parses large JSON in parts, so that the event loop handles other work in between: JSON.parse of a megabyte of property names
// blocks it for tens of milliseconds. As many members of an object or list as fit into a part are parsed together. Only a
// member that is longer than a part is split further.
import { endOfString, maxDepth, parseJson } from './json';
import { isIndex, keepPropertyNames } from './property-names';

/** The number of characters that are parsed at once, which takes 4 ms at most: numbers that keep their digits take longest. */
const partLength = 8 * 1024;

/** The longest text that is parsed in one go, because splitting it would take as long. */
const maxWholeLength = 32 * 1024;

/** Work in parts: the caller can do other work at each yield. */
export type InParts<Result> = Generator<void, Result, void>;

/** Checks whether parsing a text takes so long that other work should run in between. */
export function isLargeJson(text: string): boolean {
  return text.length > maxWholeLength;
}

/** Does work in parts, and lets other work of this process run in between. */
export type InTurns = <Result>(work: InParts<Result>) => Promise<Result>;

/** Does the work in one go, for those who have nobody else to wait for. */
export const atOnce: InTurns = async (work) => finish(work);

/** Does the work in one go. */
export function finish<Result>(work: InParts<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export function* isJsonInParts(text: string): InParts<boolean> {
  try {
    if (isLargeJson(text)) yield* parseJsonInParts(text);
    else JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * How a part of the text is parsed: by `parseJson`, or by one for which numbers need not keep their digits. Either throws
 * SyntaxError when the part nests deeper than `depth`.
 */
type Parse = (text: string, depth: number) => unknown;

/** Parses like {@link parseJson} or another `parse`, for a text of any length. Throws SyntaxError likewise. */
export function* parseJsonInParts(
  text: string,
  { parse = parseJson, depth = maxDepth }: { parse?: Parse; depth?: number } = {},
): InParts<unknown> {
  if (!isLargeJson(text)) return parse(text, depth);
  const start = skipSpace(text, 0);
  const { value, end } = yield* parseLong(text, start, { parse, depth });
  if (skipSpace(text, end) < text.length) throw unexpected(text, end);
  return value;
}

interface Parsed {
  value: unknown;
  /** The index after the value. */
  end: number;
}

/** How deep a value may nest, and how its parts are parsed. */
interface Parsing {
  parse: Parse;
  depth: number;
}

/** Parses the long value that begins at `start`. */
function* parseLong(text: string, start: number, parsing: Parsing): InParts<Parsed> {
  const sign = text[start];
  if (sign === '{' || sign === '[') {
    if (parsing.depth === 0) throw new SyntaxError('The JSON is nested too deeply');
    return yield* parseMembers(text, start, sign === '{' ? new ObjectParts(parsing) : new ListParts(parsing));
  }
  const end = endOfMember(text, start, text.length);
  return { value: parsing.parse(text.slice(start, end), parsing.depth), end };
}

function* parseMembers(text: string, start: number, parts: ObjectParts | ListParts): InParts<Parsed> {
  let from = start + 1;
  const first = skipSpace(text, from);
  if (text[first] === parts.close) return { value: parts.value, end: first + 1 };
  for (;;) {
    let end = endOfMember(text, from, from + 2 * partLength);
    const isLong = end < 0;
    if (isLong) {
      const at = parts.enter(text, from);
      yield;
      const { parse, depth } = parts.parsing;
      const member = yield* parseLong(text, at, { parse, depth: depth - 1 });
      parts.add(member.value);
      end = skipSpace(text, member.end);
    } else {
      end = extendPart(text, end, from + partLength);
      parts.addAll(text.slice(from, end));
    }
    yield;
    if (text[end] === parts.close) {
      if (parts instanceof ObjectParts) yield* parts.keepNames();
      return { value: parts.value, end: end + 1 };
    }
    if (text[end] !== ',') throw unexpected(text, end);
    from = end + 1;
  }
}

/** Extends a part from the end of one member to the last member that ends before `most`. */
function extendPart(text: string, end: number, most: number): number {
  let last = end;
  while (text[last] === ',' && last < most) {
    const next = endOfMember(text, last + 1, most);
    if (next < 0) break;
    last = next;
  }
  return last;
}

/**
 * Returns the index of the comma, closing bracket or end of text that ends the member at `from`. -1 when that is not before
 * `most`; except for a string by itself, which is parsed whole at any length.
 */
function endOfMember(text: string, from: number, most: number): number {
  let open = 0;
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Otherwise each level of nesting around a long string would scan all of it.
    if (code === 34 /* " */) index = endOfString(text, index, open > 0 ? most : text.length);
    else if (code === 123 /* { */ || code === 91 /* [ */) open += 1;
    else if (code === 125 /* } */ || code === 93 /* ] */) {
      if (open === 0) return index;
      open -= 1;
    } else if (code === 44 /* , */ && open === 0) return index;
    if (index >= most && open > 0) return -1;
  }
  return text.length;
}

class ObjectParts {
  readonly close = '}';
  readonly value: Record<string, unknown> = {};
  readonly #names: string[] = [];
  /** The names that are indices. */
  readonly #indices: number[] = [];
  #name = '';

  constructor(readonly parsing: Parsing) {}

  /** Reads the name of a member; returns the index where its value begins. */
  enter(text: string, from: number): number {
    const start = skipSpace(text, from);
    const end = text[start] === '"' ? endOfString(text, start) : text.length;
    const colon = skipSpace(text, end + 1);
    if (text[colon] !== ':') throw unexpected(text, colon);
    this.#name = JSON.parse(text.slice(start, end + 1)) as string;
    return skipSpace(text, colon + 1);
  }

  add(value: unknown): void {
    this.#set(this.#name, value);
  }

  addAll(members: string): void {
    if (isBlank(members)) throw unexpected(members, 0);
    const { parse, depth } = this.parsing;
    const some = parse(`{${members}}`, depth) as Record<string, unknown>;
    for (const name of Object.keys(some)) this.#set(name, some[name]);
  }

  /** JavaScript lists indices first, by size. Of a large object with other names, that would take it tens of milliseconds. */
  *keepNames(): InParts<void> {
    if (this.#names.length === 0) return;
    if (this.#indices.length === 0) return keepPropertyNames(this.value, this.#names);
    const sorted = Uint32Array.from(this.#indices).toSorted();
    yield;
    keepPropertyNames(this.value, [...Array.from(sorted, String), ...this.#names]);
  }

  /** Sets an own property of any name. */
  #set(name: string, value: unknown): void {
    if (!Object.hasOwn(this.value, name)) {
      if (isIndex(name)) this.#indices.push(Number(name));
      else this.#names.push(name);
    }
    if (name === '__proto__') {
      Object.defineProperty(this.value, name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    } else this.value[name] = value;
  }
}

class ListParts {
  readonly close = ']';
  readonly value: unknown[] = [];

  constructor(readonly parsing: Parsing) {}

  enter(text: string, from: number): number {
    return skipSpace(text, from);
  }

  add(value: unknown): void {
    this.value.push(value);
  }

  addAll(members: string): void {
    if (isBlank(members)) throw unexpected(members, 0);
    const { parse, depth } = this.parsing;
    for (const item of parse(`[${members}]`, depth) as unknown[]) this.value.push(item);
  }
}

/** Skips the white space of RFC 8259 §2. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

function isBlank(text: string): boolean {
  return skipSpace(text, 0) === text.length;
}

function unexpected(text: string, at: number): SyntaxError {
  const sign = text[at];
  return new SyntaxError(
    sign === undefined ? 'Unexpected end of JSON input' : `Unexpected token ${sign} in JSON`,
  );
}
