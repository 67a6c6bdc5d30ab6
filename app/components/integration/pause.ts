/** Describes a paused integration; without a number if the limit was removed since. */
export function describePause(pauseAfterErrors: number | null): string {
  if (pauseAfterErrors === null) return 'Paused after errors';
  return `Paused after ${pauseAfterErrors} ${pauseAfterErrors === 1 ? 'error' : 'errors'}`;
}
