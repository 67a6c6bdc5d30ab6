// Masks secrets in the log. They are masked by value, since a target may answer with the token that it received.
import { createSecretSearch, type SecretSearch } from './secret-search';
import type { Place } from './spelling-index';
import { listSpellings } from './spellings';

/** The text that replaces a secret. */
export const mask = '••••';

/** With `most`, only so many characters of a long text are masked and returned, and the rest is not searched. */
export type MaskSecrets = (text: string, most?: number) => string;

/** Masks secrets; more secrets can be added. */
export interface SecretMasker {
  maskSecrets: MaskSecrets;
  /** Returns a masker of these secrets too. The latest is kept: the items of a list mostly bring the same secrets. */
  extend(secrets: readonly string[]): SecretMasker;
  /** Returns a copy for another user that extends it. The extension that the copy keeps is freed with the copy. */
  copy(): SecretMasker;
}

/** Creates a function that replaces every secret in a text, also as JSON, forms and URLs spell it. */
export function createMaskSecrets(secrets: readonly string[]): MaskSecrets {
  return createSecretMasker(secrets).maskSecrets;
}

export function createSecretMasker(secrets: readonly string[]): SecretMasker {
  return holdSearches(addSearch([], secrets));
}

function holdSearches(searches: readonly SecretSearch[]): SecretMasker {
  // So that a secret that begins before the end is found whole.
  const longest = Math.max(0, ...searches.map((search) => search.longest));
  let latest: { secrets: readonly string[]; masker: SecretMasker } | undefined;
  return {
    maskSecrets(text, most = text.length) {
      const read = text.slice(0, most + longest);
      const places = searches.flatMap((search) => search.find(read)).filter(([from]) => from < most);
      return maskPlaces(text.slice(0, most), places).slice(0, most);
    },
    extend(secrets) {
      if (!latest || !isSame(latest.secrets, secrets)) {
        latest = { secrets: [...secrets], masker: holdSearches(addSearch(searches, secrets)) };
      }
      return latest.masker;
    },
    copy: () => holdSearches(searches),
  };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((secret, index) => secret === others[index]);
}

/** Adds a search. Earlier searches that are not much larger join it: few remain, and an addition rarely rebuilds everything. */
function addSearch(searches: readonly SecretSearch[], secrets: readonly string[]): SecretSearch[] {
  const kept = [...searches];
  const spellings = new Set(listSpellings(secrets));
  for (let last = kept.at(-1); last && last.spellings.length <= 2 * spellings.size; last = kept.at(-1)) {
    for (const spelling of last.spellings) spellings.add(spelling);
    kept.pop();
  }
  return spellings.size === 0 ? kept : [...kept, createSecretSearch([...spellings])];
}

/**
 * Masks all places at once; the last may end beyond the text. Of two secrets that overlap, neither may leave its end behind.
 */
function maskPlaces(text: string, places: Place[]): string {
  if (places.length === 0) return text;
  let masked = '';
  let end = 0;
  for (const [from, to] of places.toSorted((a, b) => a[0] - b[0])) {
    if (from >= end) masked += text.slice(end, from) + mask;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}

/** Masks the strings, names and numbers anywhere in a JSON value; a number that holds a secret becomes text. */
export function maskSecretsIn(value: unknown, maskSecrets: MaskSecrets): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (Array.isArray(value)) return value.map((item) => maskSecretsIn(item, maskSecrets));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    const text = String(value);
    const masked = maskSecrets(text);
    return masked === text ? value : masked;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskSecrets(key), maskSecretsIn(item, maskSecrets)]),
  );
}
