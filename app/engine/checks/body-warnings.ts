// Warns about bodies that are sent as something else than they look like. APIs often answer such a call with a success.
import type { ChainItem } from '../chain/chain';
import type { ApiCall } from '../definition/api-call';
import { isMailServer } from '../mail/mail-server';
import { findJsonProblem } from './json-body';
import { isEncoded, readEncodedForm } from '../request-bodies/encoded-form';
import { formType } from '../request-bodies/form-fields';

/** Lists warnings as sentences that name the call. */
export function listBodyWarnings(places: readonly ChainItem[]): string[] {
  return places.flatMap((place) => {
    if (place.kind === 'check') return [];
    const problem = findProblem(place.call);
    return problem === undefined ? [] : [`${place.name}: ${problem}`];
  });
}

function findProblem({ url, headers, body, bodyType }: ApiCall): string | undefined {
  if (bodyType || body.trim() === '' || isMailServer(url)) return undefined;
  const [, type] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const problem = findJsonProblem(body, type);
  if (problem !== undefined) return problem;
  if (type === undefined) {
    return readEncodedForm(body) === undefined
      ? undefined
      : 'the body looks like a form, but is sent as JSON. Choose “A form” under “Send as”.';
  }
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== formType) return undefined;
  if (/^\s*\{(?!\{)/.test(body)) {
    return 'the body is JSON, but the header Content-Type says that it is a form. Choose “A form” under “Send as”.';
  }
  return isEncoded(body)
    ? undefined
    : 'a form has text that is not encoded, so the API may read something else. Choose “A form” under “Send as”, which encodes it.';
}
