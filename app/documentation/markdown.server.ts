// Renders a document as HTML. HTML in the document is not passed on: its comments, which mark examples for tests, are left out,
// and everything else is shown as text.
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '~/escape-html';

/** A heading, with the id that links to it use. */
export interface Heading {
  depth: number;
  id: string;
  text: string;
}

export interface RenderedDocument {
  title: string;
  /** Everything after the title. */
  html: string;
  headings: Heading[];
}

/** Returns the address that a link of the document leads to; undefined when nothing is served there. */
type LinkResolver = (target: string) => string | undefined;

/** A cell with more characters than this gets a minimum width. */
const longCell = 60;

/** Renders a document. A link that leads nowhere becomes plain text. */
export function renderMarkdown(markdown: string, resolveLink: LinkResolver): RenderedDocument {
  const headings: Heading[] = [];
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        if (depth === 1) {
          title = text;
          return '';
        }
        const heading = { depth, id: makeId(text, headings), text };
        headings.push(heading);
        return `<h${depth} id="${heading.id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = resolveLink(href);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image: ({ text }) => escapeHtml(text),
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
      // Keyboard users must be able to focus what scrolls.
      code: ({ text }) =>
        `<pre tabindex="0" role="group" aria-label="Example"><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[]) =>
          `<tr>${row.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
        const head = `<thead>${cells(header)}</thead>`;
        return `<div tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows.map(cells).join('')}</tbody></table></div>\n`;
      },
      tablecell({ text, tokens, header }) {
        const content = this.parser.parseInline(tokens);
        if (header) return `<th scope="col">${content}</th>`;
        return `<td${text.length > longCell ? ' data-long' : ''}>${content}</td>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, html, headings };
}

/** Names a heading as GitHub does, so that a link into a document leads to the same place there and here. */
export function makeId(text: string, others: readonly Pick<Heading, 'id'>[]): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const taken = new Set(others.map(({ id }) => id));
  for (let number = 0; ; number += 1) {
    const id = number === 0 ? name : `${name}-${number}`;
    if (!taken.has(id)) return id;
  }
}
