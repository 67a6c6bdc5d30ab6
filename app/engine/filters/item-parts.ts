// How filters of lists read the items: by a path to one place, which filters of its own may follow.
import { ExactNumber } from '../json/json';
import { findPath, maxPathLength } from '../paths/path';
import { readPlace } from '../paths/path-walk';
import { cutField, describeUnreadField } from './item-fields';
import {
  countSteps,
  FilterProblem,
  type FilterWork,
  readText,
  spend,
  type TakePart,
  textStep,
} from './filtering';

/**
 * Returns a function that takes the value at a path to one place, or of the property with that name; the item itself when there
 * is no path. Behind the path may stand filters, as in `price | times: qty`; when one of them fails, the work has the problem.
 * `looksAt`: the filter reads the value and does not only pass it on.
 */
export function readPart(path: unknown, work: FilterWork, looksAt = true): TakePart {
  const written = readText(path, work);
  // A pattern may have very many paths for a single item.
  const isEnough = spend(work, pathSteps);
  const take = findPart(written instanceof FilterProblem || !isEnough ? '' : written, work);
  return (item) => {
    if (work.left < 0 || work.problem) return undefined;
    const part = take(item);
    spend(work, partSteps + (looksAt && isLong(part) ? countSteps(part) : 0));
    return part;
  };
}

/** The steps for reading a path, and for taking a part; a long part takes more. */
const pathSteps = 4;
const partSteps = 0.25;

function isLong(part: unknown): boolean {
  if (typeof part === 'string') return part.length > textStep;
  return Array.isArray(part) || part instanceof ExactNumber;
}

function findPart(text: string, work: FilterWork): TakePart {
  if (text === '') return (item) => item;
  // Whoever sends a delivery may choose the text. A longer one is no path, but may be the name of a property.
  const path = text.length > maxPathLength ? undefined : findPath(/^[[$.]/.test(text) ? text : `.${text}`);
  const filtered = text.includes('|') ? work.readFiltered?.(text, work) : undefined;
  return (item) => {
    const isObject = typeof item === 'object' && item !== null;
    // A column of a table may have a bar in its name.
    if (isObject && !Array.isArray(item) && Object.hasOwn(item, text)) {
      return (item as Record<string, unknown>)[text];
    }
    if (typeof filtered === 'function') return filtered(item);
    if (filtered?.problem !== undefined) {
      work.problem = new FilterProblem(describeUnreadField(filtered.problem));
    }
    const found = isObject && path?.kind === 'one' ? readPlace(item, path.segments) : undefined;
    return found?.found ? found.value : undefined;
  };
}

/** Reads a field, written `sku` or `price.amount as price`. Returns the function that takes it, and its name. */
export function readField(written: unknown, work: FilterWork): { take: TakePart; name: string } {
  const text = readText(written, work);
  const { path, name } = cutField(text instanceof FilterProblem ? '' : text);
  return { take: readPart(path, work), name };
}
