/** What people call a call: by its name, or by its place among the calls of its chain, from 0 on. */
export function nameCall(name: string | null | undefined, index: number): string {
  return name || `API Call ${index + 1}`;
}

/** A call's name with the page, or try, of it: `Read orders (3)`. */
export function namePage(name: string, page: number | undefined): string {
  return page === undefined ? name : `${name} (${page})`;
}
