import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** Paragraphs with `code` in them: all of Markdown that the descriptions use. */
export function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** One line with `code` in it. */
export function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : part));
}

export function code(text: string): Html {
  return html`<code class="font-mono text-[0.8125rem] wrap-anywhere text-ink">${text}</code>`;
}

/** Lines of a machine's text, which keys can scroll and a click selects. */
export function block(label: string, text: string): Html {
  return html`<pre
    role="group"
    tabindex="0"
    aria-label="${label}"
    class="overflow-x-auto rounded-md border border-line bg-surface-sunken p-3 font-mono text-[0.8125rem] leading-5 select-all"
  ><code>${text}</code></pre>`;
}

/** A name as part of an id. */
export function linked(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
