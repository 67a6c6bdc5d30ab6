// Which texts of a secret record a run hides.
import { ExactNumber, stringifyJson } from '~/engine/json/json';
import { listValueTexts } from '~/engine/values/secret-texts';
import { valueLimits } from '~/engine/values/value';

/**
 * Lists the texts of a record's value. Of a value with more or deeper parts than a secret of the organization may have, these are
 * the whole and its strings and numbers: its lists and objects would repeat their contents at each level.
 */
export function listRecordTexts(value: unknown): string[] {
  if (!isLarge(value)) return listValueTexts(value);
  const texts = [stringifyJson(value)];
  addInnermost(value, texts);
  return texts;
}

function isLarge(value: unknown): boolean {
  let left = valueLimits.secretParts;
  const exceeds = (part: unknown, depth: number): boolean => {
    left -= 1;
    if (left < 0 || depth > valueLimits.secretDepth) return true;
    return hasParts(part) && Object.values(part).some((inner) => exceeds(inner, depth + 1));
  };
  return exceeds(value, 0);
}

function addInnermost(value: unknown, texts: string[]): void {
  const inner = hasParts(value) ? Object.values(value) : undefined;
  if (inner) for (const part of inner) addInnermost(part, texts);
  else for (const text of listValueTexts(value)) texts.push(text);
}

function hasParts(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
