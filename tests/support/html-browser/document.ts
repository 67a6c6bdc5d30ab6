// A page's HTML as elements that can be asked and filled in. No style is laid out and no script runs.
import { JSDOM, VirtualConsole } from 'jsdom';
import { shareLabels } from './labels';

export function readDocument(html: string, url: string): Document {
  const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  shareLabels(window);
  return window.document;
}
