// The description of the API as a page: plain HTML without a script, with the look of the screens.
import { html, raw } from 'hono/html';
import type { InParts } from '~/engine/json/json-parts';
import type { ApiDocument, Operation } from '../document';
import { type Html, innerLook, linked, prose } from './prose';
import { renderOperation } from './operation';
import { renderJsonSchema } from './json-schema';

interface Section {
  id: string;
  name: string;
  text: string;
  items: Html[];
}

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

/** Renders the whole page in parts. `stylesheet` is the address of the screens' style sheet. */
export function* renderDocs(document: ApiDocument, stylesheet: string): InParts<string> {
  const { info, tags, servers, components } = document;
  const listed: Listed[] = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const server = servers[0]?.url ?? '';
  const sections: Section[] = [];
  for (const { name, description: text } of tags) {
    const operations = listed.filter(({ operation }) => operation.tags.includes(name));
    const items = yield* renderEach(operations, ({ method, path, operation }) =>
      renderOperation(method, path, operation, server),
    );
    sections.push({ id: `tag-${linked(name)}`, name, text, items });
  }
  const schemas = Object.entries(components.schemas).toSorted(([a], [b]) => a.localeCompare(b));
  sections.push({
    id: 'schemas',
    name: 'Schemas',
    text: 'Request and response bodies, by name.',
    items: yield* renderEach(schemas, ([name, schema]) => renderJsonSchema(name, schema)),
  });
  return String(
    html`${raw('<!doctype html>')}
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
              ${sections.map(renderLink)}
            </nav>
            ${sections.map(renderSection)}
          </main>
        </body>
      </html>`,
  );
}

/** Renders each item alone, without the indentation of the source. */
function* renderEach<Item>(items: Item[], render: (item: Item) => Html): InParts<Html[]> {
  const rendered: Html[] = [];
  for (const item of items) {
    rendered.push(raw(dropIndentation(String(render(item)))));
    yield;
  }
  return rendered;
}

/** Collapses runs of blanks, except in preformatted text. */
function dropIndentation(text: string): string {
  const parts = text.split(/(<pre.*?<\/pre>)/s);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\s+/g, ' '))).join('');
}

function renderLink({ id, name }: Section): Html {
  return html`<a href="#${id}" class="rounded-sm font-medium text-accent-ink hover:underline">${name}</a>`;
}

function renderSection({ id, name, text, items }: Section): Html {
  return html`<section aria-labelledby="${id}" class="mt-10">
    <h2 id="${id}" class="scroll-mt-4 text-lg font-medium">${name}</h2>
    <p class="mt-1 text-ink-muted">${text}</p>
    <div class="mt-4 divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised">
      ${items}
    </div>
  </section>`;
}
