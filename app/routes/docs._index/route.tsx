import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentFrame } from '~/documentation/document-frame';
import { describePage } from '~/documentation/document-meta';
import { listDocumentGroups } from '~/documentation/documents.server';
import { DocumentCards } from './document-cards';

export const handle = { withoutScript: true };

export const meta: MetaFunction = () =>
  describePage('Documentation', 'Build integrations, use the API, and run Wicked Integrations yourself.');

export function loader({ context: { app } }: LoaderFunctionArgs) {
  return { groups: listDocumentGroups(), version: app.version };
}

export default function DocumentationRoute() {
  const { groups, version } = useLoaderData<typeof loader>();
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
