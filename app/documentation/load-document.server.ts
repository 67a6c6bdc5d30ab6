import {
  type DocumentGroup,
  findDocument,
  listDocumentGroups,
  type ListedDocument,
} from './documents.server';
import type { Heading } from './markdown.server';

/** The data of a document's page. */
export interface DocumentData {
  document: {
    address: string;
    /** The address of the entry in the navigation to which the page belongs. */
    place: string;
    /** The title of its group in the list. */
    group: string;
    title: string;
    /** The name in the list; `text` is the sentence in the list. */
    name: string;
    text: string;
    html: string;
    headings: Heading[];
    previous: ListedDocument | undefined;
    next: ListedDocument | undefined;
  };
  groups: DocumentGroup[];
  version: string;
}

/** Loads the document at an address; throws a 404 when there is none. */
export function loadDocument(address: string, version: string): DocumentData {
  const found = findDocument(address);
  if (!found) throw new Response('Not Found', { status: 404 });
  const { listed, ...rendered } = found;
  const groups = listDocumentGroups();
  const all = groups.flatMap(({ documents }) => documents);
  const at = all.indexOf(listed);
  return {
    document: {
      ...rendered,
      address,
      place: address.startsWith('/docs/') ? '/docs' : address,
      group: groups.find(({ documents }) => documents.includes(listed))?.title ?? '',
      name: listed.title,
      text: listed.text,
      previous: all[at - 1],
      next: all[at + 1],
    },
    groups,
    version,
  };
}
