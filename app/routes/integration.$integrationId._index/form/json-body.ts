// Whether a body is the JSON that it is sent as, without the engine's parser in the browser.
import { rarelyHasBody } from './method-body';
import { type CurrentCall, listOf } from './variable-scope';

/** Longer ones are not looked at with every key. */
const longest = 64 * 1024;

/** Whether a call says that its body is JSON, or nothing of it, and the body is none. */
export function isBodyBroken(call: CurrentCall | undefined): boolean {
  const { method = 'GET', sendsBody, body = '', bodyType, headers } = call ?? {};
  // What a file or a form is written as is checked when it is saved.
  if (bodyType) return false;
  if (!body.trim() || body.length > longest || (rarelyHasBody(method) && !sendsBody)) return false;
  const row = listOf(headers).find((header) => header?.name?.trim().toLowerCase() === 'content-type');
  const type = row?.value ?? 'application/json';
  return /[/+]json\b/i.test(type) && !isJson(body);
}

/** Placeholders may stand where JSON wants a value. */
function isJson(text: string): boolean {
  // A string is matched whole, so that only placeholders outside of strings stand in for values.
  const json = text.replace(/"(?:[^"\\]|\\.)*"|\{\{[^{}]*\}\}/g, (whole) =>
    whole.startsWith('"') ? whole : '0',
  );
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
