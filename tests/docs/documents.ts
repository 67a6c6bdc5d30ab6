// What the documents hold for tests to check: fenced blocks, tables, headings and links.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block. Its first word is the language, what follows says how it is tested. */
interface Block {
  language: string;
  mark: string | undefined;
  text: string;
  /** Where it begins, as `docs/webhooks.md:12`. */
  place: string;
}

/** Every document of the repository, from its root. */
export const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

export function readDocument(name: string): string {
  return readFileSync(name, 'utf8');
}

export function listBlocks(name: string): Block[] {
  const text = readDocument(name);
  return [...text.matchAll(/^```(\w+)(?: ([^\n]+))?\n(.*?)^```$/gms)].map((match) => {
    const [, language = '', mark, content = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return { language, mark, text: content, place: `${name}:${line}` };
  });
}

/** The one block with a mark. */
export function findBlock(name: string, mark: string): string {
  const [block, ...more] = listBlocks(name).filter((each) => each.mark === mark);
  if (!block || more.length > 0) throw new Error(`${name} needs one block marked ${mark}.`);
  return block.text;
}

/** The rows of the tables behind `<!-- checked: mark -->`, without their heads; a cell of code stands for its text. */
export function listRows(name: string, mark: string): string[][] {
  const tables = readDocument(name).matchAll(
    new RegExp(String.raw`^<!-- checked: ${mark} -->\n\n((?:\|.*\n)+)`, 'gm'),
  );
  const rows = [...tables].flatMap(([, table = '']) => table.trim().split('\n').slice(2).map(readRow));
  if (rows.length === 0) throw new Error(`${name} has no table behind the mark ${mark}.`);
  return rows;
}

function readRow(line: string): string[] {
  const cells = line.slice(1, -1).split(/(?<!\\)\|/);
  return cells.map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/^`([^`]*)`$/, '$1'),
  );
}

/** The anchors of a document's headings, as GitHub spells them. */
export function listAnchors(name: string): string[] {
  const prose = readDocument(name).replace(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The targets of a document's links and pictures. */
export function listLinks(name: string): string[] {
  const prose = readDocument(name)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}
