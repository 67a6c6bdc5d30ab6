import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { describePage } from '~/documentation/document-meta';
import { DocumentPage } from '~/documentation/document-page';
import { loadDocument } from '~/documentation/load-document.server';

export const handle = { withoutScript: true };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? describePage(data.document.name, data.document.text) : [];

export function loader({ context: { app } }: LoaderFunctionArgs) {
  return loadDocument('/changelog', app.version);
}

export default function ChangelogRoute() {
  return <DocumentPage {...useLoaderData<typeof loader>()} />;
}
