// What a call signs in with, asked for anew for each attempt: a connection that was changed counts from the next call on.
import type { AppContext } from '~/context';
import { findConnection } from '~/db/connections/connections';
import { describeFixed } from '~/engine/connections/grant';
import type { Authorization } from '~/engine/run/call-run';
import { openConnection } from './connection-secrets';

/** What a connection of the organization gives a call. */
export async function authorizeConnection(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  organizationId: string,
  id: string,
): Promise<Authorization> {
  const stored = await findConnection(db, { id, organizationId });
  if (!stored) return { kind: 'refused', message: 'The connection of this call does not exist any more.' };
  const connection = openConnection(config, stored);
  if (!connection) {
    const message = `The secrets of the connection ${stored.name} cannot be decrypted with the present APP_KEY.`;
    return { kind: 'refused', message };
  }
  return { kind: 'granted', grant: describeFixed(connection) };
}
