// The addresses of the screens of stores. A key may have any characters, also slashes, so it is in the query.

export const storesAddress = '/organization/settings/stores';

/** Returns the address of the records of a store; with `query`, of some of them or of a dialog. */
export function recordsAddress(store: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${storesAddress}/${store}/records${search && `?${search}`}`;
}

export function recordAddress(store: string, key: string): string {
  return `${storesAddress}/${store}/record?${new URLSearchParams({ key }).toString()}`;
}

/** Returns the address of the form for a new record; with `store`, of that store. */
export function newRecordAddress(store?: string): string {
  return `${storesAddress}/new${store === undefined ? '' : `?${new URLSearchParams({ store }).toString()}`}`;
}
