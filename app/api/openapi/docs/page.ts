// The description of the API as a page: plain HTML without a script, with the look of the screens.
import { html, raw } from 'hono/html';
import type { ApiDocument, Operation } from '../document';
import { type Html, innerLook, linked, prose } from './prose';
import { renderOperation } from './operation';
import { renderJsonSchema } from './json-schema';

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

/** Renders the whole page. `stylesheet` is the address of the screens' style sheet. */
export function renderDocs(document: ApiDocument, stylesheet: string): Html {
  const { info, tags, servers, components } = document;
  const listed: Listed[] = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const server = servers[0]?.url ?? '';
  const sections = tags.map(({ name, description: text }) => ({
    name,
    text,
    id: `tag-${linked(name)}`,
    operations: listed.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API · Wicked Integrations</title>
        <meta
          name="description"
          content="Every call of the Wicked Integrations API: its request, its responses and its errors."
        />
        <link rel="stylesheet" href="${stylesheet}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a
          href="#content"
          class="fixed top-3 left-4 z-50 -translate-y-32 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0 focus:shadow-overlay"
          >Skip to content</a
        >
        <header class="border-b border-line">
          <div class="mx-auto flex h-16 max-w-6xl items-center justify-between gap-3 px-gutter">
            <a href="/" class="rounded-md font-medium">Wicked Integrations</a>
            <nav aria-label="Documentation" class="flex gap-x-5">
              <a href="/docs" class="rounded-sm font-medium text-accent-ink hover:underline">Docs</a>
              <a href="/api/openapi.json" class="rounded-sm font-medium text-accent-ink hover:underline"
                >openapi.json</a
              >
            </nav>
          </div>
        </header>
        <main
          id="content"
          tabindex="-1"
          class="mx-auto max-w-6xl px-gutter pt-8 pb-24 outline-none sm:pt-10 ${innerLook}"
        >
          <h1 class="text-2xl font-medium tracking-tight">${info.title}</h1>
          <div class="mt-3 flex max-w-3xl flex-col gap-3 text-ink-muted">${prose(info.description)}</div>
          <nav aria-label="Contents" class="mt-6 flex flex-wrap gap-x-4 gap-y-2">
            ${sections.map(({ id, name }) => renderLink(id, name))}${renderLink('schemas', 'Schemas')}
          </nav>
          ${sections.map(({ operations, ...section }) =>
            renderSection(
              section,
              operations.map(({ method, path, operation }) =>
                renderOperation(method, path, operation, server),
              ),
            ),
          )}
          ${renderSection(
            { id: 'schemas', name: 'Schemas', text: 'Request and response bodies, by name.' },
            Object.entries(components.schemas)
              .toSorted(([a], [b]) => a.localeCompare(b))
              .map(([name, schema]) => renderJsonSchema(name, schema)),
          )}
        </main>
      </body>
    </html>`;
}

function renderLink(id: string, name: string): Html {
  return html`<a href="#${id}" class="rounded-sm font-medium text-accent-ink hover:underline">${name}</a>`;
}

function renderSection({ id, name, text }: { id: string; name: string; text: string }, items: Html[]): Html {
  return html`<section aria-labelledby="${id}" class="mt-10">
    <h2 id="${id}" class="scroll-mt-4 text-lg font-medium">${name}</h2>
    <p class="mt-1 text-ink-muted">${text}</p>
    <div class="mt-4 divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised">
      ${items}
    </div>
  </section>`;
}
