/** Returns the message that a call cannot be tested before these variables have values. */
export function describeMissingVariables(names: readonly string[]): string {
  return `Missing Variables: Please provide values for: ${names.join(', ')}`;
}
