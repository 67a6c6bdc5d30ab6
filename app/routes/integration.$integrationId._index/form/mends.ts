// Finds what an unknown placeholder was meant to be. Loaded when the form has one.
import { nameCall } from '~/engine/definition/call-name';
import { filterNames } from '~/engine/filters/filter-names';
import { isInScope, type Reference } from '~/engine/placeholders/reference-pattern';
import { listUnknown, readPlaceholders } from '~/engine/placeholders/template-references';
import { findNearName } from '~/engine/schema/near-name';
import { renameInExpression } from './rename-variable';
import { listResponseFields, type Place, type ResponseField } from './response-fields';
import { type CurrentForm, listCallVariables, listLoops, listOf } from './variable-scope';
import { listUsedInCall } from './variable-uses';

/** What can be done about an unknown placeholder. `inside` is the text to replace the one between its braces. */
export type Mend =
  | { kind: 'use'; inside: string }
  | { kind: 'save'; inside: string; field: ResponseField }
  /** A later call saves the variable; `canMove`: whether that call would find its own variables at this place. */
  | { kind: 'later'; name: string; callIndex: number; callName: string; canMove: boolean }
  /** The call itself saves the variable, from the response that it gets after it was sent. */
  | { kind: 'own'; name: string }
  /** A call of a for each saves the variable, which only calls of the same item can use. */
  | { kind: 'item'; name: string; callName: string };

interface MendOptions {
  form: CurrentForm;
  /** The place of the field; undefined outside the chain. */
  place: Place | undefined;
  /** The names in scope at the place. */
  scope: readonly string[];
  /** The fields of each call's last response, by the call's id. */
  paths: Parameters<typeof listResponseFields>[2];
}

/** Finds what an unknown placeholder was meant to be, by the text between its braces; undefined when nothing is near. */
export function findMend(inside: string, { form, place, scope, paths }: MendOptions): Mend | undefined {
  const reference = findUnknownReference(inside, scope);
  if (reference && place) {
    const { name } = reference;
    const kept = findSaver(form, name, place);
    if (kept) return kept;
    const field = listResponseFields(form, place, paths).find((each) => !each.isSaved && each.name === name);
    if (field) return { kind: 'save', inside, field };
  }
  const near = findNear(inside, reference, scope);
  return near === undefined || listUnknown(`{{${near}}}`, scope).length > 0
    ? undefined
    : { kind: 'use', inside: near };
}

function findUnknownReference(inside: string, scope: readonly string[]): Reference | undefined {
  const [placeholder] = readPlaceholders(`{{${inside}}}`);
  return placeholder?.references?.find((reference) => !isInScope(reference, scope));
}

function findSaver(form: CurrentForm, name: string, place: Place): Mend | undefined {
  const calls = listOf(form?.apiCalls);
  const callIndex = calls.findIndex((_call, index) => listCallVariables(form, index).includes(name));
  if (callIndex < 0) return undefined;
  const callName = nameCall(calls[callIndex]?.name, callIndex);
  if (callIndex < place.behind) return { kind: 'item', name, callName };
  if (callIndex === place.behind && !place.isBetween) return { kind: 'own', name };
  return { kind: 'later', name, callIndex, callName, canMove: canMove(form, callIndex, place) };
}

/**
 * Checks whether a call can be moved before a place without losing a variable that it uses. Between calls it would come
 * after the condition there, and loops are left to the user.
 */
function canMove(form: CurrentForm, from: number, { behind: to, isBetween }: Place): boolean {
  if (isBetween || listLoops(form).length > 0) return false;
  const call = listOf(form?.apiCalls)[from];
  const used = listUsedInCall(call);
  const between = Array.from({ length: from - to }, (_, index) => listCallVariables(form, to + index)).flat();
  return !between.some((name) => used.has(name));
}

/** Finds the expression with the nearest name in scope, or with the nearest filter. */
function findNear(
  inside: string,
  reference: Reference | undefined,
  scope: readonly string[],
): string | undefined {
  const names = scope.filter((name) => !name.includes('.'));
  if (reference) {
    const { source, name } = reference;
    // A name with a dot is offered as a whole, such as `run.failure.status` or `org.shop_url`.
    const dotted = findNearName(
      source,
      scope.filter((each) => each.includes('.')),
    );
    if (dotted) return inside.replace(source, () => dotted);
    const near = findNearName(name, names);
    return near && renameInExpression(inside, name, near);
  }
  if (inside.includes('|')) {
    return inside.replace(/(\|\s*)(\w+)/g, (whole, bar: string, filter: string) => {
      const near = (filterNames as readonly string[]).includes(filter)
        ? filter
        : findNearName(filter, filterNames);
      return near ? bar + near : whole;
    });
  }
  // What cannot be read may be a name with a hyphen or a space: `{{order-id}}`, `{{Order ID}}`.
  const [, written = '', rest = ''] = /^\s*([^.[]+)(.*?)\s*$/s.exec(inside) ?? [];
  const near = findNearName(written.trim().replaceAll(/\s+/g, '_'), names);
  return near && near + rest;
}
