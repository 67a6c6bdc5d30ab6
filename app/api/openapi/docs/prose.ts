import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** Renders paragraphs with `code` in them: all of Markdown that the descriptions use. */
export function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** Renders one line with `code` in it. */
export function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : part));
}

export function code(text: string): Html {
  return html`<code>${text}</code>`;
}

/** The look of elements that stand a thousand times on the page, set once around them. */
export const innerLook =
  '[&_code]:font-mono [&_code]:text-[0.8125rem] [&_code]:text-ink [&_:not(pre)>code]:wrap-anywhere ' +
  '[&_dt]:min-w-0 [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dd]:text-ink-muted ' +
  '[&_details_a]:rounded-sm [&_details_a]:font-mono [&_details_a]:text-[0.8125rem] [&_details_a]:text-accent-ink [&_details_a]:underline-offset-2';

/** Renders lines of a machine's text, which users can scroll by keys and select by a click. */
export function block(label: string, text: string): Html {
  return html`<pre
    role="group"
    tabindex="0"
    aria-label="${label}"
    class="overflow-x-auto rounded-md border border-line bg-surface-sunken p-3 font-mono text-[0.8125rem] leading-5 text-ink select-all"
  ><code>${text}</code></pre>`;
}

/** Turns a name into a part of an id. */
export function linked(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Renders the mark of something that opens; it turns with its `group`. */
export function chevron(): Html {
  return html`<svg
    viewBox="0 0 16 16"
    aria-hidden="true"
    class="ml-auto size-4 shrink-0 fill-none stroke-current stroke-2 text-ink-muted group-open:rotate-90"
  >
    <path d="m6 3.5 4.5 4.5L6 12.5" stroke-linecap="round" stroke-linejoin="round" />
  </svg>`;
}
