// The targets of the outline's links. Each is inside a fold, which the browser opens for the link without script.

export const triggerAnchor = 'trigger';

/** Returns the anchor of the call at `index`. */
export function callAnchor(index: number): string {
  return `call-${index + 1}`;
}
