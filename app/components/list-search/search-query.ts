/** What a list search may hold. */
export const longestSearch = 200;

/** What a list is searched for by its address; empty for all of it. */
export function readSearch(query: URLSearchParams): string {
  return query.get('search')?.trim().slice(0, longestSearch) ?? '';
}
