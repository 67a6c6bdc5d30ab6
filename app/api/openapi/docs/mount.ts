import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { Config } from '~/config';
import { runInTurns } from '~/services/event-loop';
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
  let made: Promise<{ document: ApiDocument; json: string }> | undefined;
  let page: Promise<string> | undefined;

  async function makeDocument() {
    const document = await runInTurns(createDocument(app, appUrl));
    return { document, json: JSON.stringify(document) };
  }

  async function makePage() {
    const { document } = await (made ??= makeDocument());
    return runInTurns(renderDocs(document, stylesheet));
  }

  app.openapi(documentRoute, async (c) => {
    const { json } = await (made ??= makeDocument());
    return c.body(json, 200, { 'Content-Type': 'application/json' });
  });
  app.openapi(pageRoute, async (c) => c.html(await (page ??= makePage())));
}
