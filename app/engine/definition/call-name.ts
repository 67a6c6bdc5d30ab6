/** Returns the name that people see: the call's own, or `API Call` with its number. `index` is counted from 0. */
export function nameCall(name: string | null | undefined, index: number): string {
  return name || `API Call ${index + 1}`;
}

/** Returns a call's name with its page or try: `Read orders (3)`. */
export function namePage(name: string, page: number | undefined): string {
  return page === undefined ? name : `${name} (${page})`;
}
