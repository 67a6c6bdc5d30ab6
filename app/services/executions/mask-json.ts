// Masks secrets in a large JSON text in parts, so that the event loop handles other work in between: a megabyte of small values
// blocks it for a tenth of a second.
import { type InParts, parseJsonInParts } from '~/engine/json/json-parts';
import { stringifyJsonInParts } from '~/engine/json/write-in-parts';
import { maskSecretsIn, type MaskSecrets } from '~/engine/secrets/mask-secrets';

/** How many characters are searched at once, which takes 3 ms at most. */
const searchedLength = 32 * 1024;

/** Masks secrets in a JSON text, as `maskSecretsIn` does in a value. Returns the text unchanged when it holds none. */
export function* maskJsonInParts(json: string, maskSecrets: MaskSecrets): InParts<string> {
  if (!(yield* holdsSecret(json, maskSecrets))) return json;
  const value = yield* parseJsonInParts(json);
  return yield* stringifyJsonInParts(value, { change: (part) => maskSecretsIn(part, maskSecrets) });
}

/** Checks whether a secret begins in some part of a text; it may end in the next. */
function* holdsSecret(text: string, maskSecrets: MaskSecrets): InParts<boolean> {
  for (let at = 0; at < text.length; at += searchedLength) {
    const rest = text.slice(at);
    if (maskSecrets(rest, searchedLength) !== rest.slice(0, searchedLength)) return true;
    yield;
  }
  return false;
}
