// Splits the text of a browser's 'Copy as cURL (cmd)' in two steps, as Windows does: the command interpreter removes the
// carets, then the program splits its command line at spaces outside of quotes.
import type { ShellCommand } from './shell-words';

/**
 * Checks whether a text was written for cmd.exe: it has carets that escape a quote or continue a line, or the program's full
 * name. Single quotes have no meaning there, so a text whose first quotation mark is single was written for a shell.
 */
export function isCmdText(text: string): boolean {
  const afterName = text.slice(text.search(/\bcurl\b/i));
  if (/['"]/.exec(afterName)?.[0] === "'") return false;
  return /\^"|\^\r?\n/.test(text) || /^\s*curl\.exe\s/i.test(text);
}

/**
 * Checks for the text that Chrome copied until 2024: quotes without carets around characters with carets. The interpreter would
 * keep those carets, but Chrome meant them as escapes.
 */
function hasCaretsInQuotes(text: string): boolean {
  return /(?:^|\s)"(?:[^"^]|\^[^"])*?\^[\\{}[\]<>&|%!$#@]/.test(text);
}

export function splitCmdWords(text: string): ShellCommand[] {
  return splitCommands(text.replace(/\r\n?/g, '\n'), hasCaretsInQuotes(text))
    .map((line) => ({ words: splitArguments(line), notes: new Set<string>() }))
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
      // A continued line: the character after the break is literal, even another break.
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

/** Splits a command line. Backslashes count only before a quote: two mean one, and an odd one makes the quote literal. */
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
