// A page's HTML as elements that can be asked and filled in. No style is laid out and no script runs.
import { JSDOM, VirtualConsole } from 'jsdom';
import { shareLabels } from './labels';

export function readDocument(html: string, url: string): Document {
  // What is drawn beside a text says nothing, and is a fifth of a page's elements.
  const readable = html.replaceAll(/(<svg\b[^>]*aria-hidden="true"[^>]*>).*?(?=<\/svg>)/gs, '$1');
  const { window } = new JSDOM(readable, { url, virtualConsole: new VirtualConsole() });
  shareLabels(window);
  return window.document;
}
