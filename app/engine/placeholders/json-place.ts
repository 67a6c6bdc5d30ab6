// Follows where in a text of JSON a placeholder stands. A string of JSON may itself hold JSON, as messages of AWS do:
// `{"Message": "{\"id\": \"{{id}}\"}"}`. There a value is escaped for each string around it.

/**
 * `head`: before it is known whether the text is JSON. `plain`: it is not. `escape`: in a string, behind a backslash. `hex`: in
 * the digits behind `\u`.
 */
type Place = 'head' | 'plain' | 'outside' | 'string' | 'escape' | 'hex';

/** What single letters behind a backslash stand for (RFC 8259 §7), as far as it may stand before a bracket. */
const spaces: Partial<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** A place in a text of JSON, which moves as the text is read. */
export class JsonPlace {
  private place: Place;
  private hasBracket = false;
  private digits = '';
  /** What ends a string or escapes something in it. Shared with the places inside: to make one for each string costs much. */
  private readonly mark: RegExp;
  /** The place in the text that the string around it stands for. */
  private inner: JsonPlace | undefined;

  /** With `head`, the text counts as JSON if it begins with brackets and a quotation mark behind them. */
  constructor(place: 'outside' | 'head' = 'outside', mark = /["\\]/g) {
    this.place = place;
    this.mark = mark;
  }

  isInString(): boolean {
    return this.place === 'string' || this.place === 'escape' || this.place === 'hex';
  }

  /** Reads a part of the template without placeholders. */
  read(text: string): void {
    for (let at = 0; at < text.length && this.place !== 'plain';) at = this.readFrom(text, at);
  }

  /** Passes a value, which begins and ends no string. */
  pass(): void {
    this.inner?.pass();
    if (this.place === 'head') this.place = 'plain';
    if (this.isInString()) this.place = 'string';
  }

  /** Escapes a value for all strings around it. A result longer than `most` need not be escaped for each of them. */
  escape(plain: string, most: number): string {
    const text = this.inner?.isInString() ? this.inner.escape(plain, most) : plain;
    if (text.length > most) return text;
    const escaped = JSON.stringify(text).slice(1, -1);
    // A lone backslash before the value would undo its escaping, so that backslash is escaped itself.
    return this.place === 'escape' ? `\\${escaped}` : escaped;
  }

  /** Reads on from an index, and returns the next one. Goes from mark to mark where it can, since bodies may be long. */
  private readFrom(text: string, at: number): number {
    const character = text[at] ?? '';
    switch (this.place) {
      case 'outside': {
        const quote = text.indexOf('"', at);
        if (quote === -1) return text.length;
        this.beginString();
        return quote + 1;
      }
      case 'string':
        return this.readString(text, at);
      case 'escape':
        this.place = character === 'u' ? 'hex' : 'string';
        this.digits = '';
        if (character !== 'u') this.inner?.read(spaces[character] ?? character);
        return at + 1;
      case 'hex':
        return this.readDigit(character) ? at + 1 : at;
      default:
        this.readHead(character);
        return at + 1;
    }
  }

  private readHead(character: string): void {
    if (character === '{' || character === '[') this.hasBracket = true;
    else if (character === '"' && this.hasBracket) this.beginString();
    else if (!/\s/.test(character)) this.place = 'plain';
  }

  private readString(text: string, at: number): number {
    this.mark.lastIndex = at;
    const end = this.mark.exec(text)?.index ?? text.length;
    if (end > at) this.inner?.read(text.slice(at, end));
    if (text[end] === '\\') this.place = 'escape';
    else if (text[end] === '"') this.endString();
    return end + 1;
  }

  /** Returns false for a character that is no digit, which then stands for itself. */
  private readDigit(character: string): boolean {
    if (!/[\da-f]/i.test(character)) {
      this.place = 'string';
      return false;
    }
    this.digits += character;
    if (this.digits.length === 4) {
      this.place = 'string';
      this.inner?.read(String.fromCharCode(Number.parseInt(this.digits, 16)));
    }
    return true;
  }

  private beginString(): void {
    this.place = 'string';
    this.inner = new JsonPlace('head', this.mark);
  }

  private endString(): void {
    this.place = 'outside';
    this.inner = undefined;
  }
}
