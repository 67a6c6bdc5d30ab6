// Splits what a browser's 'Copy as cURL (cmd)' wrote, in two steps as on Windows: the command interpreter takes the
// carets away, then the program splits its command line at spaces outside of quotes.
import type { ShellCommand } from './shell-words';

/**
 * Whether a text was written for cmd.exe: carets that escape a quote or continue a line, or the program's full name.
 * Single quotes mean nothing there, so a text whose first quotation mark is one was written for a shell.
 */
export function isCmdText(text: string): boolean {
  const afterName = text.slice(text.search(/\bcurl\b/i));
  if (/['"]/.exec(afterName)?.[0] === "'") return false;
  return /\^"|\^\r?\n/.test(text) || /^\s*curl\.exe\s/i.test(text);
}

/**
 * What Chrome copied until 2024: quotes without a caret around text whose signs have one. The interpreter would take
 * neither away, but that is what was meant.
 */
function hasCaretsInQuotes(text: string): boolean {
  return /(?:^|\s)"(?:[^"^]|\^[^"])*?\^[\\{}[\]<>&|%!$#@]/.test(text);
}

export function splitCmdWords(text: string): ShellCommand[] {
  return splitCommands(text.replace(/\r\n?/g, '\n'), hasCaretsInQuotes(text))
    .map((line) => ({ words: splitArguments(line), notes: [] }))
    .filter(({ words }) => words.length > 0);
}

function splitCommands(text: string, escapesInQuotes: boolean): string[] {
  const commands: string[] = [];
  let command = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '^' && (!isQuoted || escapesInQuotes)) {
      at += 1;
      // A continued line: what follows its break stands for itself, even another break.
      if (text[at] === '\n') at += 1;
      command += text[at] ?? '';
    } else if ((sign === '\n' || sign === '&') && !isQuoted) {
      commands.push(command);
      command = '';
    } else {
      if (sign === '"') isQuoted = !isQuoted;
      command += sign;
    }
  }
  return [...commands, command];
}

/** Backslashes count only before a quote: two stand for one, an odd one makes the quote a letter. */
function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (sign === '\\') {
      let end = at;
      while (line[end] === '\\') end += 1;
      const count = end - at;
      const beforeQuote = line[end] === '"';
      word = (word ?? '') + '\\'.repeat(beforeQuote ? Math.floor(count / 2) : count);
      at = end - 1;
      if (beforeQuote && count % 2 === 1) {
        word += '"';
        at = end;
      }
    } else if (sign === '"') {
      word ??= '';
      if (isQuoted && line[at + 1] === '"') {
        word += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if ((sign === ' ' || sign === '\t') && !isQuoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}
