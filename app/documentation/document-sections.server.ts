// The sections of a document as text, and the search for words in them.
import { makeId } from './markdown.server';

export interface DocumentSection {
  /** The address of the section: `/docs/filters#times`. */
  address: string;
  /** The title of the document. */
  document: string;
  /** The heading; that of the document for what stands before the first one. */
  title: string;
  text: string;
}

/** A section with the words that were sought, and the text around one of them. */
export interface FoundSection extends Omit<DocumentSection, 'text'> {
  excerpt: string;
}

interface SearchResult {
  found: FoundSection[];
  /** Whether they have all of the words: where no section has all, those are found that have the most. */
  hasAll: boolean;
}

/** The most sections that are found, and the most words that are sought. */
const maxFound = 20;
const maxWords = 8;

/** Cuts a document at its headings. Lines of code that begin with a hash are none. */
export function readSections(markdown: string, address: string, document: string): DocumentSection[] {
  const sections: DocumentSection[] = [];
  const ids: { id: string }[] = [];
  let section = { address, document, title: document, text: '' };
  for (const part of markdown.split(/^(#{2,6} .*|```[^]*?^```)$/m)) {
    const [, heading] = /^#{2,6} (.*)$/.exec(part) ?? [];
    if (heading === undefined) {
      section.text = `${section.text} ${readText(part)}`.trim();
      continue;
    }
    sections.push(section);
    const title = readWords(heading);
    const id = makeId(title, ids);
    ids.push({ id });
    section = { address: `${address}#${id}`, document, title, text: '' };
  }
  return [...sections, section];
}

/** Returns Markdown as it is read, in one line. */
function readText(markdown: string): string {
  const lines = markdown.replaceAll(/<!--[^]*?-->|^# .*$|^```.*$|^[| :-]+$|^\s*(?:- |\d+\. )/gm, ' ');
  return readWords(lines.replaceAll(/^\|.*\|$/gm, (row) => row.replaceAll(/(?<!\\)\| */g, ''))).replaceAll(
    /\s+/g,
    ' ',
  );
}

/** Returns what Markdown says without the signs inside of lines. */
function readWords(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(?<![\w{])_|_(?!\w)|\*\*|`/g, '')
    .replaceAll('\\|', '|')
    .trim();
}

/** Finds the sections that have the words, those first that have them in their heading or in the title of their document. */
export function searchSections(sections: readonly DocumentSection[], search: string): SearchResult {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  const ranked = sections
    .map((section) => ({ section, rank: rankSection(section, words) }))
    .filter(({ rank: { count } }) => count > 0)
    .toSorted(({ rank: a }, { rank: b }) => b.count - a.count || b.score - a.score);
  const most = ranked[0]?.rank.count ?? 0;
  const found = ranked
    .filter(({ rank: { count } }) => count === most)
    .slice(0, maxFound)
    .map(({ section: { address, document, title, text } }) => {
      return { address, document, title, excerpt: cutOut(text, words) };
    });
  return { found, hasAll: most === words.length };
}

/** Counts the words that a section has, and adds up how much each says about it. */
function rankSection(
  { document, title, text }: DocumentSection,
  words: string[],
): { count: number; score: number } {
  const [inTitle, inDocument, inText] = [title, document, text].map((part) => part.toLowerCase());
  let count = 0;
  let score = 0;
  for (const word of words) {
    const times = countUses(inText ?? '', word);
    const said = (inTitle?.includes(word) ? 10 : 0) + (inDocument?.includes(word) ? 4 : 0) + times;
    if (said > 0) count += 1;
    score += said;
  }
  return { count, score };
}

/** Counts how often a text has a word, up to three times. */
function countUses(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < 3; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

/** How many characters of a section are shown, and how many of them stand before the word. */
const excerptLength = 220;
const before = 70;

/** Returns the text around the longest of the words that it has, cut at spaces. */
function cutOut(text: string, words: string[]): string {
  const lower = text.toLowerCase();
  const word = words.toSorted((a, b) => b.length - a.length).find((each) => lower.includes(each)) ?? '';
  const at = Math.max(0, lower.indexOf(word) - before);
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const cut = text.slice(from, from + excerptLength);
  const isCut = from + excerptLength < text.length;
  const end = isCut ? cut.replace(/\s\S*$/, '') : cut;
  return `${from > 0 ? '… ' : ''}${end}${isCut ? ' …' : ''}`;
}
