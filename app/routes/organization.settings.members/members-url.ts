/** The parameters that select the shown members and invitations. */
const pages = ['search', 'after', 'invitation'] as const;

/**
 * Returns the URL of the screen with the list pages of `search`, apart from what `change` sets; an empty value is the
 * first page. `remove` is the member whose removal the dialog asks about; `ask` is who is to get which role, for the dialog
 * that asks for a proof (`readRoleQuestion`); `invite` is what the form for an invitation begins with.
 */
export function membersUrl(
  search: string,
  change: {
    search?: string;
    after?: string;
    invitation?: string;
    remove?: string;
    ask?: Record<string, string>;
    invite?: { email: string; role: string };
  } = {},
): string {
  const now = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const name of pages) {
    const value = change[name] ?? now.get(name);
    if (value) query.set(name, value);
  }
  for (const [name, value] of Object.entries(change.ask ?? {})) query.set(name, value);
  if (change.invite) {
    query.set('invite', change.invite.email);
    // Not `role`: that would ask again.
    query.set('as', change.invite.role);
  }
  if (change.remove) query.set('remove', change.remove);
  return `/organization/settings/members${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** Reads what the form for an invitation begins with, while the dialog asks for the proof of an admin's, and once it was cancelled. */
export function readInvited(query: URLSearchParams): {
  email: string;
  role: 'ADMIN' | 'MEMBER';
  access: 'edit';
} {
  const email = query.get('invite') ?? '';
  const isAdmin = email !== '' && (query.get('as') ?? query.get('role')) === 'ADMIN';
  return { email, role: isAdmin ? 'ADMIN' : 'MEMBER', access: 'edit' };
}
