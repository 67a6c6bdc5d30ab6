/** The name that the user types in a field. */
export interface Typed {
  /** The index at which the text begins that a choice replaces: the braces, or the first letter. */
  start: number;
  /** The beginning of the name. */
  query: string;
  /** Whether it is a filter's name, behind a bar. */
  isFilter: boolean;
  /** Whether braces stand before it. */
  isBraced: boolean;
}

const bracedFilter = /\{\{[^{}]*\|\s*(\w*)$/;
const bracedName = /\{\{\s*([\w.]*)$/;
const bareFilter = /^[^{}]*\|\s*(\w*)$/;
const bareName = /^\s*([\w.]*)$/;

/**
 * Finds the name that the user types at the end of `before`, the text before the cursor; undefined when none is. A name comes
 * after `{{`. If `canBeBare`, as in a condition, the text may also be a name without braces.
 */
export function findTyped(before: string, canBeBare: boolean): Typed | undefined {
  for (const isBraced of canBeBare ? [true, false] : [true]) {
    const filter = (isBraced ? bracedFilter : bareFilter).exec(before)?.[1];
    if (filter !== undefined)
      return { start: before.length - filter.length, query: filter, isFilter: true, isBraced };
    const name = (isBraced ? bracedName : bareName).exec(before);
    if (name) return { start: name.index, query: name[1] ?? '', isFilter: false, isBraced };
  }
  return undefined;
}
