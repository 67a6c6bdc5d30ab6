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
  /** The place in the text that the string around it stands for. */
  private inner: JsonPlace | undefined;

  /** With `head`, the text counts as JSON if it begins with brackets and a quotation mark behind them. */
  constructor(place: 'outside' | 'head' = 'outside') {
    this.place = place;
  }

  isInString(): boolean {
    return this.place === 'string' || this.place === 'escape' || this.place === 'hex';
  }

  /** Reads a part of the template without placeholders. */
  read(text: string): void {
    for (const character of text) {
      if (this.place === 'plain') return;
      this.step(character);
    }
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

  private step(character: string): void {
    switch (this.place) {
      case 'head':
        if (character === '{' || character === '[') this.hasBracket = true;
        else if (character === '"' && this.hasBracket) this.beginString();
        else if (!/\s/.test(character)) this.place = 'plain';
        return;
      case 'outside':
        if (character === '"') this.beginString();
        return;
      case 'escape':
        this.place = character === 'u' ? 'hex' : 'string';
        this.digits = '';
        if (character !== 'u') this.inner?.read(spaces[character] ?? character);
        return;
      case 'hex':
        this.readDigit(character);
        return;
      case 'string':
        if (character === '\\') this.place = 'escape';
        else if (character === '"') this.endString();
        else this.inner?.read(character);
    }
  }

  private readDigit(character: string): void {
    if (!/[\da-f]/i.test(character)) {
      this.place = 'string';
      this.step(character);
      return;
    }
    this.digits += character;
    if (this.digits.length < 4) return;
    this.place = 'string';
    this.inner?.read(String.fromCharCode(Number.parseInt(this.digits, 16)));
  }

  private beginString(): void {
    this.place = 'string';
    this.inner = new JsonPlace('head');
  }

  private endString(): void {
    this.place = 'outside';
    this.inner = undefined;
  }
}
