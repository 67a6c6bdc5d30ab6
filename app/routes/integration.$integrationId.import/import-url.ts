// What the address of the screen says: which document was read, what is searched in it, and what is picked so far.

/** The screen of an integration, before a document was read and after. */
export function importUrl(integrationId: string, keptId?: string): string {
  const path = `/integration/${integrationId}/import`;
  return keptId === undefined ? path : `${path}?document=${keptId}`;
}

/** Until something was searched or picked, `keys` is undefined. */
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

/** Whether a form brings a document: the only one with a file. */
export function isSource(contentType: string): boolean {
  return /^multipart\/form-data\b/i.test(contentType);
}
