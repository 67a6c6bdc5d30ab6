// The list of the documents, as docs/README.md has it: groups of links, each with a sentence.
import { lexer, type Token, type Tokens } from 'marked';

interface IndexEntry {
  /** The link as the list has it, relative to the folder of the list. */
  target: string;
  title: string;
  text: string;
}

interface IndexGroup {
  title: string;
  entries: IndexEntry[];
}

/** Reads headings of the second level, and below each a list whose items begin with a link. */
export function readIndex(markdown: string): IndexGroup[] {
  const groups: IndexGroup[] = [];
  for (const token of lexer(markdown)) {
    if (isHeading(token)) groups.push({ title: token.text, entries: [] });
    if (isList(token)) groups.at(-1)?.entries.push(...token.items.flatMap(readItem));
  }
  return groups;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading' && token.depth === 2;
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function readItem({ text }: Tokens.ListItem): IndexEntry[] {
  const [, title, target, sentence] = /^\[([^\]]+)\]\(([^)]+)\): (.+)$/s.exec(text) ?? [];
  if (title === undefined || target === undefined || sentence === undefined) return [];
  const words = sentence.replaceAll(/\s+/g, ' ');
  return [{ target, title, text: words.charAt(0).toUpperCase() + words.slice(1) }];
}
