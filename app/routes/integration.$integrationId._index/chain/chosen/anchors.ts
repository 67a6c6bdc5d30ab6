// The targets of the outline's links. Each is inside a fold, which the browser opens for the link without script.

export const triggerAnchor = 'trigger';

export function callAnchor(index: number): string {
  return `call-${index + 1}`;
}

interface Anchored {
  kind: 'call' | 'condition' | 'loop';
  /** The number of calls before a condition. */
  gap?: number;
}

/** Returns the anchor of a node of the outline whose call is at `index`, for a condition the call before it (or the first). */
export function nodeAnchor({ kind, gap }: Anchored, index: number): string {
  return `${kind}-${gap === 0 ? 0 : index + 1}`;
}
