/** Returns the name of a call for people: its own, or its index in the chain, from 0, as a number from 1. */
export function nameCall(name: string | null | undefined, index: number): string {
  return name || `API Call ${index + 1}`;
}

/** Returns a call's name with its page or try: `Read orders (3)`. */
export function namePage(name: string, page: number | undefined): string {
  return page === undefined ? name : `${name} (${page})`;
}
