import { joinClassNames } from '~/components/ui/class-names';
import type { DocumentGroup, ListedDocument } from './documents.server';
import type { Heading } from './markdown.server';

const entryLook = 'block rounded-sm py-1 wrap-anywhere hover:text-ink hover:underline';

/** The list of all documents, for windows that have room for it beside the document. */
export function DocumentList({ groups, current }: { groups: DocumentGroup[]; current: string }) {
  return (
    <nav aria-label="All documents" className="flex flex-col gap-6">
      {groups.map(({ title, documents }) => (
        <div key={title}>
          <p className="font-medium">{title}</p>
          <ul className="mt-1">
            {documents.map((document) => (
              <li key={document.address}>
                <a
                  href={document.address}
                  aria-current={document.address === current ? 'page' : undefined}
                  className={joinClassNames(
                    entryLook,
                    document.address === current ? 'font-medium text-accent-ink' : 'text-ink-muted',
                  )}
                >
                  {document.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export const sectionsTitle = 'On this page';

/** The sections of a document, those of the third level below their own. */
export function SectionList({ headings, hasTitle = false }: { headings: Heading[]; hasTitle?: boolean }) {
  return (
    <nav aria-label={sectionsTitle}>
      {hasTitle && <p className="mb-1 font-medium">{sectionsTitle}</p>}
      <ul>
        {headings
          .filter(({ depth }) => depth <= 3)
          .map(({ id, depth, text }) => (
            <li key={id} className={depth === 3 ? 'pl-4' : undefined}>
              <a href={`#${id}`} className={joinClassNames(entryLook, 'text-ink-muted')}>
                {text}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

interface NeighbourLinksProps {
  previous: ListedDocument | undefined;
  next: ListedDocument | undefined;
}

/** Links to the previous and the next document, in the order of the list. */
export function NeighbourLinks({ previous, next }: NeighbourLinksProps) {
  return (
    <nav aria-label="Neighbouring documents" className="mt-14 grid gap-4 sm:grid-cols-2">
      {previous && <NeighbourLink label="Previous" document={previous} />}
      {next && <NeighbourLink label="Next" document={next} className="sm:col-start-2 sm:text-right" />}
    </nav>
  );
}

interface NeighbourLinkProps {
  label: string;
  document: ListedDocument;
  className?: string;
}

function NeighbourLink({ label, document, className }: NeighbourLinkProps) {
  return (
    <a
      href={document.address}
      className={joinClassNames(
        'rounded-lg border border-line bg-surface-raised px-4 py-3 shadow-raised hover:border-line-strong',
        className,
      )}
    >
      <span className="block text-ink-muted">{label}</span>
      <span className="block font-medium">{document.title}</span>
    </a>
  );
}
