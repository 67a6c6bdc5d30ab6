import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentFrame } from '~/documentation/document-frame';
import { DocumentSearch } from '~/documentation/document-search';
import { describePage } from '~/documentation/document-meta';
import { readSearch } from '~/components/list-search/search-query';
import { searchSections } from '~/documentation/document-sections.server';
import { listDocumentGroups, listSections } from '~/documentation/documents.server';
import { DocumentCards } from './document-cards';
import { FoundSections } from './found-sections';

export const handle = { withoutScript: true };

export const meta: MetaFunction = () =>
  describePage('Documentation', 'Build integrations, use the API, and run Wicked Integrations yourself.');

/** Lists all documents; with a search, the sections that it finds instead. */
export function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const search = readSearch(new URL(request.url).searchParams);
  const { version } = app;
  if (search === '') return { search, version, groups: listDocumentGroups(), result: undefined };
  return { search, version, groups: [], result: searchSections(listSections(), search) };
}

export default function DocumentationRoute() {
  const { groups, search, result, version } = useLoaderData<typeof loader>();
  return (
    <DocumentFrame current="/docs" version={version}>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[90rem] px-gutter pt-8 pb-24 outline-none sm:pt-12"
      >
        <h1 className="text-3xl font-medium tracking-tight">Documentation</h1>
        <p className="mt-3 max-w-2xl text-base text-ink-muted">
          How to build integrations, use the API, and run Wicked Integrations yourself.
        </p>
        <DocumentSearch search={search} />
        {result && <FoundSections {...result} search={search} />}
        {groups.map(({ title, documents }) => (
          <section key={title} className="mt-10">
            <h2 className="text-lg font-medium">{title}</h2>
            <DocumentCards documents={documents} />
          </section>
        ))}
      </main>
    </DocumentFrame>
  );
}
