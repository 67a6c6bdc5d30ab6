// By which `kept-typing.ts` knows what it keeps. Each is spread into the attributes of an element.

/** For a form that comes back as it was typed when its session was over. */
export const keepsTyping = { 'data-keeps-typing': '' };

/** For a field of such a form that holds a secret: it is written down nowhere. */
export const secretField = { 'data-secret': '' };

/** For a field that holds a secret while the checkbox of this name in its form is checked. */
export function secretFieldIf(checkbox: string) {
  return { 'data-secret-if': checkbox };
}
