import {
  type DocumentGroup,
  findDocument,
  listDocumentGroups,
  type ListedDocument,
} from './documents.server';
import type { Heading } from './markdown.server';

/** What a page shows of a document. */
export interface DocumentData {
  document: {
    address: string;
    /** Where the page belongs in the navigation. */
    place: string;
    /** The part of the list that it stands in. */
    group: string;
    title: string;
    /** Its name in the list, and the sentence there. */
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

/** The document at an address; throws the answer 404 where none is. */
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
