import { formatCount } from '~/engine/texts/format-count';
import { ExactNumber, parseJson } from '~/engine/json/json';

export type JsonOutline =
  | { kind: 'scalar'; type: 'string' | 'number' | 'boolean' | 'null'; text: string }
  | { kind: 'list' | 'object'; size: number; entries: { key: string; value: JsonOutline }[]; leftOut: number }
  | { kind: 'too-deep'; size: number };

interface OutlineLimits {
  depth: number;
  /** How many entries of one list or object are shown. */
  entries: number;
  /** How many values are shown altogether. */
  values: number;
  /** How many characters of one string are shown. */
  characters: number;
}

export const outlineLimits: OutlineLimits = { depth: 16, entries: 100, values: 1500, characters: 2000 };

/**
 * Returns the part of a JSON text that a tree view shows, bounded so that no stored text can make a page endless. Undefined
 * when the text is not JSON, is cut off, or is nested too deeply to be read at all.
 */
export function outlineJson(text: string, limits = outlineLimits): JsonOutline | undefined {
  const value = readJson(text);
  return value === undefined ? undefined : outline(value, limits, { values: limits.values }, 0);
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function outline(
  value: unknown,
  limits: OutlineLimits,
  left: { values: number },
  depth: number,
): JsonOutline {
  left.values -= 1;
  if (typeof value === 'string') return { kind: 'scalar', type: 'string', text: cutString(value, limits) };
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return { kind: 'scalar', type: 'number', text: String(value) };
  }
  if (typeof value === 'boolean') return { kind: 'scalar', type: 'boolean', text: String(value) };
  if (typeof value !== 'object' || value === null) return { kind: 'scalar', type: 'null', text: 'null' };

  const pairs = Object.entries(value);
  if (depth >= limits.depth && pairs.length > 0) return { kind: 'too-deep', size: pairs.length };
  const entries: { key: string; value: JsonOutline }[] = [];
  for (const [key, child] of pairs.slice(0, limits.entries)) {
    if (left.values <= 0) break;
    entries.push({ key, value: outline(child, limits, left, depth + 1) });
  }
  const kind = Array.isArray(value) ? 'list' : 'object';
  return { kind, size: pairs.length, entries, leftOut: pairs.length - entries.length };
}

function cutString(text: string, limits: OutlineLimits) {
  const quoted = JSON.stringify(text.slice(0, limits.characters));
  const missing = text.length - limits.characters;
  return missing > 0 ? `${quoted.slice(0, -1)}… (${formatCount(missing)} more)` : quoted;
}
