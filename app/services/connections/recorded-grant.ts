// The grant of a connection for a call that is not sent: the same headers in the same places, without a request for a token.
import { newId } from '~/db/core/id';
import type { AppContext } from '~/context';
import { findConnection } from '~/db/connections/connections';
import { addExtraHeaders } from '~/engine/connections/extra-headers';
import {
  type ConnectionGrant,
  describeFixed,
  describeObtained,
  describeSigned,
} from '~/engine/connections/grant';
import { isObtaining } from '~/engine/connections/kinds';
import type { Authorization, RunPorts } from '~/engine/run/ports';
import { openConnection } from './connection-secrets';

/** Creates an `authorize` whose tokens are random texts that no target accepts. The log masks them like any other token. */
export function createRecordedGrants(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  organizationId: string,
): Pick<RunPorts, 'authorize'> {
  return {
    async authorize(id) {
      const stored = await findConnection(db, { id, organizationId });
      if (!stored) return { kind: 'refused', message: 'The connection of this call no longer exists.' };
      const connection = openConnection(config, stored);
      if (!connection) {
        const message = `The secrets of the connection ${stored.name} cannot be decrypted with the current APP_KEY.`;
        return { kind: 'refused', message };
      }
      const give = (grant: ConnectionGrant): Authorization => ({
        kind: 'granted',
        grant: addExtraHeaders(grant, connection),
      });
      if (connection.kind === 'signed_jwt') return give(describeSigned(connection, newId()));
      if (!isObtaining(connection)) return give(describeFixed(connection));
      const key = newId();
      const credentials = { accessKeyId: key, secretAccessKey: key, sessionToken: key };
      const access = connection.kind === 'aws_role' ? JSON.stringify(credentials) : key;
      const token = { access, expiresAt: null, generation: 1 };
      return give(describeObtained(connection, token));
    },
  };
}
