// Splits copied text into commands and words as a POSIX shell would (XCU §2.2), without running anything. Variables become
// placeholders; parts that only a shell could evaluate are reported.
import { importLimits } from '../draft/draft';

export interface ShellCommand {
  words: string[];
  /** The parts that only a shell could evaluate, as many as a call can have. */
  notes: Set<string>;
  /** The standard input, when a here-document or here-string provides it. */
  input?: string;
}

const simpleEscapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

/** Splits a shell text into its commands, including those of a pipe or list, in order. */
export function splitShellWords(text: string): ShellCommand[] {
  return new ShellReader(text.replace(/\r\n?/g, '\n')).read();
}

interface HereDocument {
  command: ShellCommand;
  delimiter: string;
  /** True when the delimiter is quoted: then the text is literal. */
  isQuoted: boolean;
  /** True for `<<-`, which removes the tabs at the beginning of lines. */
  isIndented: boolean;
}

class ShellReader {
  readonly #text: string;
  #at = 0;
  #word: string | undefined;
  #command: ShellCommand = { words: [], notes: new Set() };
  readonly #commands: ShellCommand[] = [];
  /** The meaning of the next word for a redirection: a file, or with `<<<` the standard input itself. */
  #redirected: 'file' | 'text' | undefined;
  /** The here-documents that follow the current line. */
  readonly #documents: HereDocument[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#endCommand();
    return this.#commands;
  }

  #step(): void {
    const sign = this.#text[this.#at] ?? '';
    if (sign === '\\') this.#readEscape();
    else if (sign === "'") this.#readSingle();
    else if (sign === '"') this.#readDouble();
    else if (sign === '$') this.#readDollar(false);
    else if (sign === '`') this.#readBackticks();
    else if (sign === ' ' || sign === '\t') this.#endWord(1);
    else if (sign === '\n') this.#endLine();
    else if (sign === ';' || sign === '|' || sign === '&') this.#endCommand(1);
    else if (sign === '>' || sign === '<') this.#readRedirection();
    else if (sign === '#' && this.#word === undefined) this.#at = this.#find('\n', this.#at);
    else this.#append(sign, 1);
  }

  #append(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #endWord(length = 0): void {
    if (this.#word !== undefined) {
      if (this.#redirected === 'text') this.#command.input = `${this.#word}\n`;
      else if (this.#redirected === undefined) this.#command.words.push(this.#word);
      this.#redirected = undefined;
    }
    this.#word = undefined;
    this.#at += length;
  }

  #endCommand(length = 0): void {
    this.#endWord(length);
    this.#redirected = undefined;
    if (this.#command.words.length > 0) this.#commands.push(this.#command);
    this.#command = { words: [], notes: new Set() };
  }

  #readEscape(): void {
    const next = this.#text[this.#at + 1];
    // A continued line; a backslash at the end of the text continues nothing.
    if (next === '\n' || next === undefined) this.#at += 2;
    else this.#append(next, 2);
  }

  #readSingle(): void {
    const end = this.#find("'", this.#at + 1);
    this.#append(this.#text.slice(this.#at + 1, end), end + 1 - this.#at);
    this.#noteUnclosed(end);
  }

  #readDouble(): void {
    this.#append('', 1);
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      const sign = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1] ?? '';
      if (sign === '$') this.#readDollar(true);
      else if (sign === '`') this.#readBackticks();
      else if (sign !== '\\') this.#append(sign, 1);
      else if (next === '\n') this.#at += 2;
      else if (next && '$`"\\'.includes(next)) this.#append(next, 2);
      else this.#append(sign, 1);
    }
    this.#noteUnclosed(this.#at);
    this.#at += 1;
  }

  #readDollar(isQuoted: boolean): void {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const name = /^\$(?:\{([A-Za-z_]\w*)(?::?[-=?+][^}]*)?\}|([A-Za-z_]\w*))/.exec(rest);
    if (name) {
      const variable = name[1] ?? name[2] ?? '';
      note(
        this.#command,
        `“$${variable}” became the placeholder {{${variable}}}. Give it a value in the trigger or an earlier call.`,
      );
      this.#append(`{{${variable}}}`, name[0].length);
    } else if (!isQuoted && rest.startsWith("$'")) this.#readAnsi();
    else if (!isQuoted && rest.startsWith('$"')) this.#at += 1;
    else if (rest.startsWith('$(')) {
      const end = this.#find(')', this.#at);
      note(this.#command, 'The output of a $(…) command is not known and was left out.');
      this.#append('', end + 1 - this.#at);
    } else this.#append('$', 1);
  }

  #readBackticks(): void {
    const end = this.#find('`', this.#at + 1);
    note(this.#command, 'The output of a command in backticks is not known and was left out.');
    this.#append('', end + 1 - this.#at);
  }

  /** Reads `$'…'` with its escapes, as Chrome and Firefox write bodies that hold quotes or line breaks. */
  #readAnsi(): void {
    this.#append('', 2);
    while (this.#at < this.#text.length && this.#text[this.#at] !== "'") {
      if (this.#text[this.#at] !== '\\') {
        this.#append(this.#text[this.#at] ?? '', 1);
        continue;
      }
      const rest = this.#text.slice(this.#at + 1, this.#at + 10);
      const code = /^(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8}))/.exec(rest);
      byteEscapes.lastIndex = this.#at;
      const bytes = byteEscapes.exec(this.#text)?.[0];
      if (code) this.#append(toCharacter(parseInt(code[1] ?? code[2] ?? '', 16)), code[0].length + 1);
      else if (bytes) this.#readBytes(bytes);
      else this.#append(simpleEscapes[rest[0] ?? ''] ?? rest[0] ?? '', 2);
    }
    this.#noteUnclosed(this.#at);
    this.#at += 1;
  }

  /** Decodes a run of escaped bytes together: `\xc3\xa9` is é. */
  #readBytes(escaped: string): void {
    const codes = escaped
      .split('\\')
      .slice(1)
      .map((code) => (code.startsWith('x') ? parseInt(code.slice(1), 16) : parseInt(code, 8) % 256));
    const text = utf8.decode(Uint8Array.from(codes));
    if (text.includes('\ufffd')) note(this.#command, 'Bytes that are not UTF-8 text were replaced.');
    this.#append(text, escaped.length);
  }

  #readRedirection(): void {
    // In a URL, documentation writes `<name>` for a value to fill in.
    const named = /^<[A-Za-z_][\w-]{0,99}>/.exec(this.#text.slice(this.#at, this.#at + 102))?.[0];
    if (named && this.#word !== undefined && /^https?:\/\//i.test(this.#word)) {
      this.#append(named, named.length);
      return;
    }
    // `2>` names a stream, and the digit is not a word of the command.
    if (this.#word !== undefined && /^\d$/.test(this.#word)) this.#word = undefined;
    this.#endWord();
    const operator = /^(?:<<<|<<-?|>>|>&|<&|>\||[<>])/.exec(this.#text.slice(this.#at, this.#at + 3));
    this.#at += operator?.[0].length ?? 1;
    if (operator?.[0] === '<<<') this.#redirected = 'text';
    else if (operator?.[0].startsWith('<<')) this.#readDelimiter(operator[0] === '<<-');
    else {
      this.#redirected = 'file';
      if (operator?.[0].startsWith('<')) {
        note(this.#command, 'What the command would read from its standard input was left out.');
      }
    }
  }

  /** Reads the delimiter of a here-document: the standard input follows this line, up to a line that is the delimiter. */
  #readDelimiter(isIndented: boolean): void {
    const found = /^[ \t]*(\\?["']?)([^\s"'|;&<>]+)["']?/.exec(this.#text.slice(this.#at, this.#at + 200));
    if (!found) return;
    const [whole, quote = '', delimiter = ''] = found;
    this.#documents.push({ command: this.#command, delimiter, isQuoted: quote !== '', isIndented });
    this.#at += whole.length;
  }

  #endLine(): void {
    this.#endCommand(1);
    for (const { command, delimiter, isQuoted, isIndented } of this.#documents.splice(0)) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const end = this.#find('\n', this.#at);
        const line = this.#text.slice(this.#at, end).replace(isIndented ? /^\t+/ : '', '');
        this.#at = end + 1;
        // Copied text is often indented, or has spaces at the end.
        if (line.trim() === delimiter) break;
        lines.push(`${line}\n`);
      }
      const text = lines.join('');
      command.input = isQuoted ? text : expandDocument(text, command);
    }
  }

  #noteUnclosed(end: number): void {
    if (end >= this.#text.length) note(this.#command, 'A quotation mark is not closed.');
  }

  /** Finds the index of a character, or the end of the text. */
  #find(sign: string, from: number): number {
    const place = this.#text.indexOf(sign, from);
    return place === -1 ? this.#text.length : place;
  }
}

/** A text may name a hundred thousand variables: more notes than a call shows are not kept. */
function note({ notes }: ShellCommand, message: string): void {
  if (notes.size < importLimits.notes) notes.add(message);
}

/** Created once, because a command may have thousands of such runs. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Matches a run of escapes like `\x41` and `\101`. */
const byteEscapes = /(?:\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}))+/y;

function toCharacter(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** Expands a here-document like a text in double quotes, except that its quotes are literal (XCU §2.7.4). */
function expandDocument(text: string, command: ShellCommand): string {
  const escapes: Record<string, string> = { '"': '\\"', '\\"': '\\\\\\"' };
  const quoted = text.replace(/\\[\s\S]|"/g, (sign) => escapes[sign] ?? sign);
  const [read] = new ShellReader(`"${quoted}"`).read();
  for (const message of read?.notes ?? []) note(command, message);
  return read?.words[0] ?? '';
}
