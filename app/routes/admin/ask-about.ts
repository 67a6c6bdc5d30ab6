// The address of the dialog that asks before an action on an account.
import type { ProvenAction } from '~/services/administration/account-actions';

/** Returns the query that opens the dialog over the list which `query` shows. */
export function askAbout(query: URLSearchParams, action: ProvenAction, userId: string): string {
  const list = { ...Object.fromEntries(query), view: 'users' };
  return `?${new URLSearchParams({ ...list, ask: action, user: userId })}`;
}
