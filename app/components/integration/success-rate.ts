/**
 * Formats the percent of ended executions that completed, with one decimal: `66.7%`. It is never `100.0%` while one did not
 * complete, nor `0.0%` while one did.
 */
export function formatSuccessRate(percent: number): string {
  if (percent > 0 && percent < 0.1) return '0.1%';
  if (percent > 99.9 && percent < 100) return '99.9%';
  return `${percent.toFixed(1)}%`;
}
