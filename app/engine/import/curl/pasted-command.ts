// Removes what surrounds a copied command: a Markdown fence, a quotation, a prompt, an assignment.

/** Returns the command alone. */
export function unwrapCommand(text: string): string {
  return unassign(continueLines(unquote(unfence(text)))).trim();
}

/** Returns the text of a fenced code block (CommonMark §4.5), when the text begins with one. */
function unfence(text: string): string {
  const [, fence = '', inner = ''] = /^\s*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  if (!fence) return text;
  const end = inner.search(new RegExp(`^[ \\t]*${fence}`, 'm'));
  return end === -1 ? inner : inner.slice(0, end);
}

/** Removes the `>` at the beginning of lines: of a quotation, or of a prompt for a continued line. */
function unquote(text: string): string {
  if (!/^\s*>/.test(text)) return text;
  return text.replace(/^[ \t]*>[ \t]?/gm, '');
}

/** Replaces the backtick with which PowerShell continues a line. */
function continueLines(text: string): string {
  return text.replace(/[ \t]`[ \t]*(\r?\n)/g, ' \\$1');
}

/** Removes an assignment like `RESPONSE=$(curl …)`, also in quotes. */
function unassign(text: string): string {
  const before = /^\s*(?:(?:export|local|readonly)\s+)?\w+="?\$\(\s*(?=curl\s)/.exec(text)?.[0];
  const inner = text
    .slice(before?.length)
    .trimEnd()
    .replace(/[";]{0,2}$/, '');
  return before !== undefined && inner.endsWith(')') ? inner.slice(0, -1) : text;
}
