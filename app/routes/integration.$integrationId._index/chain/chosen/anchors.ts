// Where the links of the outline lead. Each names something inside a fold, which a browser opens for it without script.

export const triggerAnchor = 'trigger';

/** Of the call with `index` calls before it. */
export function callAnchor(index: number): string {
  return `call-${index + 1}`;
}
