// What a form sent that a screen failed over: the page that says so gives it back, for nobody types a thing twice.
import type { SentForm } from '~/failures';

/** A password is asked for again, and a card's number is written nowhere. */
const unrepeated = /password|cvv|card_?number/i;

/** Both copies are held in memory. Forms that people type are a few kilobytes; imports and files are larger. */
const maxCopiedBytes = 1024 * 1024;

/**
 * The fields of a form that a browser sent by itself, without script; undefined for other requests. 'unkept' when it holds
 * what no page repeats: passwords, card data, files, very long texts.
 *
 * @param request unread; only its copy is read, and only when asked
 */
export function copySentForm(request: Request): (() => Promise<SentForm | undefined>) | undefined {
  const { pathname } = new URL(request.url);
  // Script asks for a route's data, and keeps the page and all that is typed on it.
  if (request.method !== 'POST' || !request.body || pathname.endsWith('.data')) return undefined;
  // Only a copy that will be read whole may be made: what is left of a larger one would hold up the other.
  const bytes = request.headers.get('Content-Length');
  if (bytes === null || Number(bytes) > maxCopiedBytes) return async () => 'unkept';
  const copy = request.clone();
  return async () => {
    const fields = [...(await copy.formData())];
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
    const isKept =
      texts.length === fields.length && !texts.some(([name, text]) => text && unrepeated.test(name));
    return isKept ? texts : 'unkept';
  };
}
