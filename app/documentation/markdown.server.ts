// Renders a document as HTML. HTML in the document is not passed on: its comments, which mark examples for tests, are left out,
// and everything else is shown as text.
import { createHash } from 'node:crypto';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '~/escape-html';

/** A heading, with the id that links to it use. */
export interface Heading {
  depth: number;
  id: string;
  text: string;
}

/** An integration that stands in a document as a whole. */
export interface Example {
  /** Made of its text, so that a link names exactly what was read: once the text changes, the link finds nothing. */
  digest: string;
  /** The body of a request that makes a draft, as JSON. */
  text: string;
  /** The heading above it; undefined in front of the first one. */
  heading: Heading | undefined;
}

export interface RenderedDocument {
  title: string;
  /** Everything after the title. */
  html: string;
  headings: Heading[];
  examples: Example[];
}

/** Returns the address that a link of the document leads to; undefined when nothing is served there. */
type LinkResolver = (target: string) => string | undefined;

/** Returns the address of the screen that creates the example with a digest. */
type ExampleAddress = (digest: string) => string;

/** What stands behind three backticks in front of an example that is a whole integration. */
const wholeIntegration = 'json integration';

/** A cell with more characters than this gets a minimum width. */
const longCell = 60;

/** The link below it; readers of a list of links hear its name, too. */
const createText = 'Create this integration';

/** Renders a document. A link that leads nowhere becomes plain text. Below each whole integration is a link that creates it. */
export function renderMarkdown(
  markdown: string,
  resolveLink: LinkResolver,
  addressExample: ExampleAddress,
): RenderedDocument {
  const headings: Heading[] = [];
  const examples: Example[] = [];
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
      code({ text, lang }) {
        // Keyboard users must be able to focus what scrolls.
        const shown = `<pre tabindex="0" role="group" aria-label="Example"><code>${escapeHtml(text)}</code></pre>\n`;
        if (lang !== wholeIntegration) return shown;
        const example = { digest: digestText(text), text, heading: headings.at(-1) };
        examples.push(example);
        const address = escapeHtml(addressExample(example.digest));
        const label = escapeHtml(`${createText}: ${readName(text)}`);
        return `${shown}<p data-create><a href="${address}" aria-label="${label}">${createText}</a></p>\n`;
      },
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
  return { title, html, headings, examples };
}

function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function readName(example: string): string {
  const { name } = JSON.parse(example) as { name: string };
  return name;
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
