// What is known of memory everywhere, in browsers too: how placeholders name it, and how much of it there may be.

/** The variable that holds what is remembered, unless the integration names one of its own so. */
export const memoryName = 'memory';

export const memoryLimits = {
  /** Of an integration. */
  values: 50,
  /** Of one call. */
  perCall: 20,
  /** Characters of a value's JSON. */
  value: 8 * 1024,
  /** Keys that one for each knows as seen; a list that it compares with them is not longer. */
  seen: 10_000,
  /** Characters of a key. */
  key: 1_000,
  /** Characters of what is written for a value. */
  source: 2_000,
} as const;

/** What is remembered as a template: what has no placeholder is one itself, without its braces. */
export function toTemplate(remembered: string): string {
  return remembered.includes('{{') ? remembered : `{{${remembered}}}`;
}
