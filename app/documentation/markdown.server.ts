// A document as HTML. What is written in it as HTML is not taken over: comments mark what tests check, all else is text.
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '~/escape-html';

/** What a heading is called, and under which name a link leads to it. */
export interface Heading {
  depth: number;
  id: string;
  text: string;
}

export interface RenderedDocument {
  title: string;
  /** All behind the title. */
  html: string;
  headings: Heading[];
}

/** Where a link of a document leads to from its page; undefined when nothing is served there. */
type LinkResolver = (target: string) => string | undefined;

/** A cell of more characters than these is not to become a narrow column of single words. */
const longCell = 60;

/** A link that leads nowhere is drawn as its text. */
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
      // What is scrolled has to be reached by keys.
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

/** As GitHub names headings, so that a link into a document leads to the same place there and here. */
function makeId(text: string, others: Heading[]): string {
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
