/** The most characters of a list search. */
export const maxSearchLength = 200;

/** Returns the search in the address of a list; empty for the whole list. */
export function readSearch(query: URLSearchParams): string {
  return query.get('search')?.trim().slice(0, maxSearchLength) ?? '';
}
