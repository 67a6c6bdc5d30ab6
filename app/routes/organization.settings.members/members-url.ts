/** The parameters that say which members and which invitations are shown. */
const pages = ['search', 'after', 'invitation'] as const;

/**
 * The address of the screen, on the pages of its lists that `search` is on but for what `change` says; an empty value is the first
 * page. `remove` is the member of whom it is asked whether they are to be removed.
 */
export function membersUrl(
  search: string,
  change: { search?: string; after?: string; invitation?: string; remove?: string } = {},
): string {
  const now = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const name of pages) {
    const value = change[name] ?? now.get(name);
    if (value) query.set(name, value);
  }
  if (change.remove) query.set('remove', change.remove);
  return `/organization/settings/members${query.size > 0 ? `?${query.toString()}` : ''}`;
}
