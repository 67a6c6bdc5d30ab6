import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { Config } from '~/config';
import type { ApiEnv } from '../../http/problem-response';
import { type ApiDocument, createDocument } from '../document';
import { defineRoute } from '../route';
import { DocumentResponse } from '../../shapes/problem';
import { renderDocs } from './page';

const documentRoute = defineRoute({
  method: 'get',
  path: '/api/openapi.json',
  id: 'readDocument',
  tag: 'Server',
  access: 'public',
  summary: 'Read this description',
  text: 'OpenAPI 3.1, to generate clients from.',
  responses: { 200: { description: 'The document.', schema: DocumentResponse } },
});

const pageRoute = defineRoute({
  method: 'get',
  path: '/api/docs',
  id: 'readDocs',
  tag: 'Server',
  access: 'public',
  summary: 'Read this description as a page',
  responses: { 200: { description: 'The page.', schema: z.string(), mediaType: 'text/html' } },
});

/** Serves the document of the routes of `app`, as JSON and as a page. Both are made on the first request. */
export function mountDocument(
  app: OpenAPIHono<ApiEnv>,
  { appUrl }: Config,
  { stylesheet }: { stylesheet: string },
): void {
  let made: { document: ApiDocument; json: string } | undefined;
  let page: string | undefined;

  function make() {
    const document = made?.document ?? createDocument(app, appUrl);
    made ??= { document, json: JSON.stringify(document) };
    return made;
  }

  app.openapi(documentRoute, (c) => c.body(make().json, 200, { 'Content-Type': 'application/json' }));
  app.openapi(pageRoute, async (c) => {
    page ??= dropIndentation(String(await renderDocs(make().document, stylesheet)));
    return c.html(page);
  });
}

/** Collapses runs of blanks, except in preformatted text. */
function dropIndentation(page: string): string {
  const parts = page.split(/(<pre.*?<\/pre>)/s);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\s+/g, ' '))).join('');
}
