import { DetailsChevron } from '~/components/ui/details-chevron';
import { DocumentFrame } from './document-frame';
import { DocumentList, NeighbourLinks, SectionList, sectionsTitle } from './document-navigation';
import { DocumentSearch } from './document-search';
import type { DocumentData } from './load-document.server';
import './document.css';

/** A document. Where the window has room, the list of all documents and the sections of this one are beside it. */
export function DocumentPage({ document, groups, version }: DocumentData) {
  const { address, place, group, title, html, headings, previous, next } = document;
  return (
    <DocumentFrame current={place} version={version}>
      <div className="mx-auto grid max-w-[90rem] gap-x-12 px-gutter lg:grid-cols-[minmax(0,1fr)_14rem] xl:grid-cols-[12rem_minmax(0,1fr)_14rem]">
        <div className={`${sideLook} hidden xl:block`}>
          <DocumentList groups={groups} current={address} />
        </div>
        <main id="content" tabIndex={-1} className="min-w-0 pt-8 pb-16 outline-none sm:pt-10">
          <p className="text-ink-muted xl:hidden">
            <a href="/docs" className="rounded-sm py-0.5 hover:text-ink hover:underline">
              Documentation
            </a>
            {' › '}
            {group}
          </p>
          <h1 className="mt-1 text-3xl font-medium tracking-tight text-balance">{title}</h1>
          <DocumentSearch />
          <details className="mt-5 rounded-md border border-line bg-surface-raised lg:hidden">
            <summary className="flex min-h-11 items-center gap-2 rounded-md px-3 font-medium">
              <DetailsChevron />
              {sectionsTitle}
            </summary>
            <div className="border-t border-line px-3 py-2">
              <SectionList headings={headings} />
            </div>
          </details>
          {/* Of our own files, rendered by our server: markdown.server.ts */}
          <div className="document mt-5" dangerouslySetInnerHTML={{ __html: html }} />
          <NeighbourLinks previous={previous} next={next} />
        </main>
        <div className={`${sideLook} hidden lg:block`}>
          <SectionList headings={headings} hasTitle />
        </div>
      </div>
    </DocumentFrame>
  );
}

/** A column that stays in place while the document is scrolled. It scrolls by itself if it is higher than the window. */
const sideLook = 'sticky top-0 max-h-dvh self-start overflow-y-auto py-10';
