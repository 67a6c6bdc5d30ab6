// The documents of the running version. They are built into the server, so it needs no further file and no network.
import { posix } from 'node:path';
import { readIndex } from './document-index.server';
import { type DocumentSection, readSections } from './document-sections.server';
import { type Example, type RenderedDocument, renderMarkdown } from './markdown.server';

const files = import.meta.glob<string>(['/docs/*.md', '/CHANGELOG.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const indexFile = '/docs/README.md';

export interface ListedDocument {
  /** The address of the page. */
  address: string;
  title: string;
  text: string;
}

export interface DocumentGroup {
  title: string;
  documents: ListedDocument[];
}

/** The file of each document except the index, by the address of its page. */
const served = new Map(
  Object.keys(files)
    .filter((file) => file !== indexFile)
    .map((file) => [addressOf(file), file]),
);

/** Returns the address of a file's page: '/docs/webhooks' for '/docs/webhooks.md'. */
function addressOf(file: string): string {
  return file === indexFile ? '/docs' : file.replace(/\.md$/, '').toLowerCase();
}

/** Returns the address that a link of a document leads to; undefined unless it is another site or a served document. */
function resolveFrom(file: string, target: string): string | undefined {
  if (target.startsWith('https://') || target.startsWith('#')) return target;
  const [path = '', anchor] = target.split('#');
  const other = posix.join(posix.dirname(file), path);
  if (!(other in files)) return undefined;
  return anchor === undefined ? addressOf(other) : `${addressOf(other)}#${anchor}`;
}

let groups: DocumentGroup[] | undefined;

/** Lists the documents in the order of the index. Reads the index at the first call, so that it does not delay the start. */
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

let sections: DocumentSection[] | undefined;

/** Lists the sections of all documents but the changelog, whose entries say what changed and not how to do it. */
export function listSections(): DocumentSection[] {
  sections ??= listDocumentGroups()
    .flatMap(({ documents }) => documents)
    .filter(({ address }) => address.startsWith('/docs/'))
    .flatMap(({ address, title }) => readSections(files[served.get(address) ?? ''] ?? '', address, title));
  return sections;
}

const rendered = new Map<string, RenderedDocument>();

/** Renders a file once: the longest takes 20 ms. */
function render(file: string): RenderedDocument {
  const address = addressOf(file);
  const document =
    rendered.get(file) ??
    renderMarkdown(
      files[file] ?? '',
      (target) => resolveFrom(file, target),
      (digest) =>
        `/integration/import?${new URLSearchParams({ example: `${posix.basename(address)}.${digest}` })}`,
    );
  rendered.set(file, document);
  return document;
}

/** Finds the document of a page, with its entry in the list. */
export function findDocument(
  address: string,
): (Omit<RenderedDocument, 'examples'> & { listed: ListedDocument }) | undefined {
  const file = served.get(address);
  const listed = listDocumentGroups()
    .flatMap(({ documents }) => documents)
    .find((each) => each.address === address);
  if (file === undefined || listed === undefined) return undefined;
  const { title, html, headings } = render(file);
  return { title, html, headings, listed };
}

/** Finds the example that a link *Create this integration* names, with the place where it is read; undefined when it has changed. */
export function findExample(
  name: string,
): { text: string; place: { address: string; title: string } } | undefined {
  const [document = '', digest] = name.split('.');
  const address = `/docs/${document}`;
  const file = served.get(address);
  const { title, examples } = file === undefined ? noExamples : render(file);
  const found = examples.find((example) => example.digest === digest);
  if (!found) return undefined;
  const { text, heading } = found;
  const place = heading ? { address: `${address}#${heading.id}`, title: heading.text } : { address, title };
  return { text, place };
}

const noExamples: { title: string; examples: Example[] } = { title: '', examples: [] };
