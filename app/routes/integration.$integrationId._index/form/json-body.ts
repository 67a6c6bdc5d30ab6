// Checks whether a body is valid JSON, without the engine's parser in the browser.
import { rarelyHasBody } from './method-body';
import { type CurrentCall, listOf } from './variable-scope';

/** The longest body, in characters, that is checked on every key press. */
const longest = 64 * 1024;

/** Checks whether a body should be JSON, by its Content-Type header or without one, and is not. */
export function isBodyBroken(call: CurrentCall | undefined): boolean {
  const { method = 'GET', url = '', sendsBody, body = '', bodyType, headers } = call ?? {};
  // The save checks the body of a file or of a form with files. An email is text.
  if (bodyType || /^\s*smtps?:/i.test(url)) return false;
  if (!body.trim() || body.length > longest || (rarelyHasBody(method) && !sendsBody)) return false;
  const row = listOf(headers).find((header) => header?.name?.trim().toLowerCase() === 'content-type');
  const type = row?.value ?? 'application/json';
  return /[/+]json\b/i.test(type) && !isJson(body);
}

/** Checks whether a text is JSON, in which placeholders may stand for values. */
function isJson(text: string): boolean {
  // Strings are matched whole, so that only placeholders outside strings are replaced by a value.
  const json = text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)|\{\{[^{}]*\}\}/gs, (whole) =>
    whole.startsWith('"') ? whole : '0',
  );
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
