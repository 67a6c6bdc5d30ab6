// A page's HTML as elements that can be asked and filled in. No style is laid out and no script runs.
import { createRequire } from 'node:module';
import { shareLabels } from './labels';

/** Loaded with the first page: to tests that are drawn it would be half of a second at each start of a worker. */
const loadJsdom = () => createRequire(import.meta.url)('jsdom') as typeof import('jsdom');

export function readDocument(html: string, url: string): Document {
  // What is drawn beside a text says nothing, and is a fifth of a page's elements.
  const readable = html.replaceAll(/(<svg\b[^>]*aria-hidden="true"[^>]*>).*?(?=<\/svg>)/gs, '$1');
  const { JSDOM, VirtualConsole } = loadJsdom();
  const { window } = new JSDOM(readable, { url, virtualConsole: new VirtualConsole() });
  shareLabels(window);
  return window.document;
}

let blank: Document | undefined;

/** What a page is before it opens anything. */
export function readBlank(): Document {
  return (blank ??= readDocument('', 'about:blank'));
}
