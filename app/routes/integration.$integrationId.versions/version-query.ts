// The query for versions to list and compare, as the address holds it.

interface VersionQuery {
  /** Only versions before this one are listed; undefined for all. */
  before: number | undefined;
  /** The two versions that are compared; `former` is the base. */
  former: number | undefined;
  next: number | undefined;
  /** The version whose note is edited. */
  note: number | undefined;
}

export function readVersionQuery(url: string): VersionQuery {
  const query = new URL(url).searchParams;
  const read = (name: string) => readVersion(query.get(name));
  return { before: read('before'), former: read('former'), next: read('next'), note: read('note') };
}

/** Returns the query of the same page of the list, with what is opened above it. */
export function pageQuery(before: number | null | undefined, opened: Record<string, number> = {}): string {
  const numbers = { ...(before && { before }), ...opened };
  const query = new URLSearchParams(Object.entries(numbers).map(([name, number]) => [name, String(number)]));
  return `?${query}`;
}

/** Reads the number of a version; undefined for any other text. */
export function readVersion(text: FormDataEntryValue | null): number | undefined {
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
