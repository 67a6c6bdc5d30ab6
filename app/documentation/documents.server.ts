// The documents of the version that runs: they are built into the server, so it needs no file beside it and no network.
import { posix } from 'node:path';
import { readIndex } from './document-index.server';
import { type RenderedDocument, renderMarkdown } from './markdown.server';

const files = import.meta.glob<string>(['/docs/*.md', '/CHANGELOG.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const indexFile = '/docs/README.md';

export interface ListedDocument {
  /** Of the page. */
  address: string;
  title: string;
  text: string;
}

export interface DocumentGroup {
  title: string;
  documents: ListedDocument[];
}

/** Page and file of every document but the index. */
const served = new Map(
  Object.keys(files)
    .filter((file) => file !== indexFile)
    .map((file) => [addressOf(file), file]),
);

/** '/docs/webhooks' of '/docs/webhooks.md' */
function addressOf(file: string): string {
  return file === indexFile ? '/docs' : file.replace(/\.md$/, '').toLowerCase();
}

/** The address of what a link in a document leads to, if it is served: another site or a document. */
function resolveFrom(file: string, target: string): string | undefined {
  if (target.startsWith('https://') || target.startsWith('#')) return target;
  const [path = '', anchor] = target.split('#');
  const other = posix.join(posix.dirname(file), path);
  if (!(other in files)) return undefined;
  return anchor === undefined ? addressOf(other) : `${addressOf(other)}#${anchor}`;
}

let groups: DocumentGroup[] | undefined;

/** In the order in which they are listed. Read when they are first asked for: a start has better to do. */
export function listDocumentGroups(): DocumentGroup[] {
  groups ??= readIndex(files[indexFile] ?? '')
    .map(({ title, entries }) => ({
      title,
      documents: entries.flatMap(({ target, ...words }) => {
        const address = resolveFrom(indexFile, target);
        return address === undefined ? [] : [{ address, ...words }];
      }),
    }))
    .filter(({ documents }) => documents.length > 0);
  return groups;
}

const rendered = new Map<string, RenderedDocument>();

/** The document of a page, and how the list of documents names it. Rendered once: the longest takes 20 ms. */
export function findDocument(address: string): (RenderedDocument & { listed: ListedDocument }) | undefined {
  const file = served.get(address);
  const listed = listDocumentGroups()
    .flatMap(({ documents }) => documents)
    .find((each) => each.address === address);
  if (file === undefined || listed === undefined) return undefined;
  const document =
    rendered.get(file) ?? renderMarkdown(files[file] ?? '', (target) => resolveFrom(file, target));
  rendered.set(file, document);
  return { ...document, listed };
}
