// The frame of a page that is made without Remix: it loads no script, and neither data of a session nor other screens.
import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** `width`: the class of the column's greatest width. */
interface PlainPage {
  title: string;
  width: 'max-w-xl' | 'max-w-3xl';
  content: Html;
}

/**
 * Renders the page. `stylesheet`: the address of the screens' style sheet. No search engine lists it, no link gives its address
 * away.
 */
export function renderPlainPage(stylesheet: string, { title, width, content }: PlainPage): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · Wicked Integrations</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <main class="mx-auto ${width} px-gutter py-12">${content}</main>
      </body>
    </html>`;
}
