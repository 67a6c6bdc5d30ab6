// Takes a change back in values that may have changed further since.
import { isSameJson } from '~/engine/json/same-json';
import { isFields } from '../../form/read-form';

interface Reverted {
  value: unknown;
  /** Whether all of the change could be taken back. */
  isWhole: boolean;
}

/** Takes the change from `before` to `after` back in `now`. What has another value than `after` by now keeps it. */
export function revert(now: unknown, before: unknown, after: unknown): Reverted {
  if (isSame(now, after)) return { value: before, isWhole: true };
  if (isSame(before, after) || isSame(now, before)) return { value: now, isWhole: true };
  if (isFields(now) && isFields(before) && isFields(after)) {
    const keys = Object.keys({ ...before, ...after });
    const fields = keys.map((key) => [key, revert(now[key], before[key], after[key])] as const);
    const values = fields.map(([key, { value }]) => [key, value] as const);
    return {
      value: { ...now, ...Object.fromEntries(values) },
      isWhole: fields.every(([, { isWhole }]) => isWhole),
    };
  }
  if (
    Array.isArray(now) &&
    Array.isArray(before) &&
    Array.isArray(after) &&
    now.length === before.length &&
    now.length === after.length
  ) {
    const items = now.map((item, index) => revert(item, before[index], after[index]));
    return { value: items.map(({ value }) => value), isWhole: items.every(({ isWhole }) => isWhole) };
  }
  return { value: now, isWhole: false };
}

/**
 * Checks whether two values of the form are the same. The page sends the fields of a step in another order, and without the
 * empty ones, as long as the script that shows them is not there.
 */
export function isSame(one: unknown, other: unknown): boolean {
  return isSameJson(spell(one), spell(other));
}

/** Sorts fields by name and leaves out the empty ones. */
function spell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spell);
  if (value === '') return undefined;
  if (!isFields(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, spell(field)] as const);
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
