import type { FoundSection } from '~/documentation/document-sections.server';

interface FoundSectionsProps {
  found: FoundSection[];
  hasAll: boolean;
  search: string;
}

/** Lists the sections that a search found, each with the text around a word. */
export function FoundSections({ found, hasAll, search }: FoundSectionsProps) {
  return (
    <section className="mt-10 max-w-3xl">
      <h2 className="text-lg font-medium wrap-anywhere">
        {found.length === 0 ? 'Nothing' : 'Sections'} found for “{search}”
      </h2>
      {!hasAll && found.length > 0 && (
        <p className="mt-2 text-ink-muted">No section has all of these words. These have most of them.</p>
      )}
      <ul className="mt-4 flex flex-col gap-5">
        {found.map(({ address, document, title, excerpt }) => (
          <li key={address}>
            <a href={address} className="rounded-sm font-medium text-accent-ink hover:underline">
              {title === document ? document : `${document}: ${title}`}
            </a>
            <p className="mt-0.5 wrap-anywhere text-ink-muted">{excerpt}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <a href="/docs" className="rounded-sm text-accent-ink hover:underline">
          All documents
        </a>
      </p>
    </section>
  );
}
