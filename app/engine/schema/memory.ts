// What every part of the code knows of memory, browsers included: how placeholders name it, and its limits.

/** The variable that holds the remembered values, unless the integration has a variable of its own with this name. */
export const memoryName = 'memory';

export const memoryLimits = {
  /** How many values an integration remembers. */
  values: 50,
  /** How many values one call remembers. */
  perCall: 20,
  /** The length of a value's JSON, in characters. */
  value: 8 * 1024,
  /** How many keys a for each knows as seen; a list that is compared with them may be no longer. */
  seen: 10_000,
  /** The length of a key, in characters. */
  key: 1_000,
  /** The length of the text that a value is written as, in characters. */
  source: 2_000,
} as const;

/** Returns the template of a remembered value. A text without a placeholder is the inside of one, and gets braces. */
export function toTemplate(remembered: string): string {
  return remembered.includes('{{') ? remembered : `{{${remembered}}}`;
}
