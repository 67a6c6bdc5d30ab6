// A page's HTML as elements that can be asked and filled in. No style is laid out and no script runs.
import { createRequire } from 'node:module';
import type { JSDOM } from 'jsdom';
import { shareLabels } from './labels';

/** Loaded with the first page: to tests that are drawn it would be half of a second at each start of a worker. */
const loadJsdom = () => createRequire(import.meta.url)('jsdom') as typeof import('jsdom');

let shared: JSDOM | undefined;

function openWindow(): JSDOM {
  const { JSDOM, VirtualConsole } = loadJsdom();
  const opened = new JSDOM('', { virtualConsole: new VirtualConsole() });
  shareLabels(opened.window);
  letPagesGo(opened);
  return opened;
}

const nothing = () => undefined;

/** How jsdom tells a window of the names of the elements in its pages. */
type Names = Record<'elementAttached' | 'elementDetached' | 'elementAttributeModified', () => void>;

/**
 * jsdom keeps all pages of a window for two things that no test asks for: a window finds elements by their names, and selectors
 * listen at the window of each page. A hundred pages would be a gigabyte.
 */
function letPagesGo({ window }: JSDOM): void {
  const names = createRequire(import.meta.url)('jsdom/lib/jsdom/living/window-properties.js') as Names;
  Object.assign(names, {
    elementAttached: nothing,
    elementDetached: nothing,
    elementAttributeModified: nothing,
  });
  window.addEventListener = nothing;
}

/** All pages are of one window: to make one would be a third of the work of each page. */
export function readDocument(html: string, url: string): Document {
  // What is drawn beside a text says nothing, and is a fifth of a page's elements.
  const readable = html.replaceAll(/(<svg\b[^>]*aria-hidden="true"[^>]*>).*?(?=<\/svg>)/gs, '$1');
  shared ??= openWindow();
  // A page is made with the address of its window, and keeps it.
  shared.reconfigure({ url });
  const page = new shared.window.DOMParser().parseFromString(readable, 'text/html');
  Object.defineProperty(page, 'defaultView', { value: shared.window });
  return page;
}

/** Gives a page the address of another place in it. */
export function moveWithin(page: Document, url: string): void {
  Object.defineProperty(page, 'URL', { value: url, configurable: true });
}

let blank: Document | undefined;

/** What a page is before it opens anything. */
export function readBlank(): Document {
  return (blank ??= readDocument('', 'about:blank'));
}
