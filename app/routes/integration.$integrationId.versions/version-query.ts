// Which versions are listed and compared, as the address says.

export interface VersionQuery {
  /** Those before this one are listed; all when it is not given. */
  before: number | undefined;
  /** The two that are compared, the first as the one it was before. */
  former: number | undefined;
  next: number | undefined;
  /** The one that is written about. */
  note: number | undefined;
}

export function readVersionQuery(url: string): VersionQuery {
  const query = new URL(url).searchParams;
  const read = (name: string) => readVersion(query.get(name));
  return { before: read('before'), former: read('former'), next: read('next'), note: read('note') };
}

/** The number of a version; undefined for what is none. */
export function readVersion(text: FormDataEntryValue | null): number | undefined {
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
