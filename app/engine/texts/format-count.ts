/**
 * Formats a count like '1,204', as all texts of the product do. A browser's `toLocaleString` takes 10 to 20 ms when a page first
 * calls it, to load its data.
 *
 * @param count a whole number
 */
export function formatCount(count: number | bigint): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
