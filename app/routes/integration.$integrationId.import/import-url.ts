// The state of the screen in its address: the document, the search and the checked calls.

/** Returns the URL of an integration's import, without a document or with one. */
export function importUrl(integrationId: string, keptId?: string): string {
  const path = `/integration/${integrationId}/import`;
  return keptId === undefined ? path : `${path}?document=${keptId}`;
}

/** Reads the state. `keys` is undefined until the user searches or checks something. */
export function readView(url: string) {
  const { searchParams } = new URL(url);
  const keys = searchParams.getAll('key');
  const isFirst = !searchParams.has('search') && keys.length === 0;
  return {
    keptId: searchParams.get('document'),
    search: (searchParams.get('search') ?? '').slice(0, 200),
    page: Math.trunc(Number(searchParams.get('page') ?? 1)) || 1,
    keys: isFirst ? undefined : keys,
  };
}

/** Checks whether a form sends a document: it is the only form with a file. */
export function isSource(contentType: string): boolean {
  return /^multipart\/form-data\b/i.test(contentType);
}
