// Who changed an integration last.
import { sql } from 'kysely';

export interface Updater {
  /** Null when no user is known. */
  userId: string | null;
  /** The name of the API token that acted for the user; null for the user alone. */
  tokenName: string | null;
}

/** Columns, for queries on `integrations`: the name of the user, null once the account is deleted, and that of the API token. */
export const updaterColumns = [
  sql<string | null>`(
    select nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')
    from users where users.id = integrations.updated_by
  )`.as('updatedBy'),
  'integrations.updated_by_token as updatedByToken',
] as const;

/** The values of the row's columns. */
export function toUpdaterRow({ userId, tokenName }: Updater) {
  return { updated_by: userId, updated_by_token: tokenName };
}
