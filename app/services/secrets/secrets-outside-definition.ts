// Secrets that an organization keeps for an integration outside of its definition: the secret values that the definition names,
// the connections that its calls use, and a webhook secret that was replaced and is still accepted. A sender or a target may
// repeat them at any place of an execution, also before the first call that uses them.
import { openSealed } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { findConnectionToken } from '~/db/connections/connection-tokens';
import { type ConnectionKey, findConnection } from '~/db/connections/connections';
import type { Queries } from '~/db/core/queries';
import { findFormerSecret } from '~/db/integrations/former-secrets';
import type { IntegrationKey } from '~/db/integrations/integrations';
import { isObtaining } from '~/engine/connections/kinds';
import type { Definition } from '~/engine/integration';
import { listDefinitionValues } from '~/engine/values/value-references';
import { listSecretTexts } from '~/engine/values/value-use';
import { listConnectionSecrets, openCachedConnection } from '../connections/connection-secrets';
import { createValuePort } from '../values/read-values';

type Context = Pick<AppContext, 'config' | 'connections'> & { db: Queries };

/** Lists these secrets as they are now, without those that cannot be decrypted. */
export async function listSecretsOutsideDefinition(
  context: Context,
  { id, organizationId }: IntegrationKey,
  definition: Definition,
): Promise<string[]> {
  const { triggerConfig, apiCalls } = definition;
  const secrets: string[] = [];
  if (triggerConfig.type === 'webhook' && triggerConfig.webhook.secret !== '') {
    const former = await findFormerSecret(context.db, id);
    secrets.push((former && openSealed(context.config, former.sealed, associatedDataOfFormer(id))) ?? '');
  }
  const names = listDefinitionValues(definition);
  if (names.length > 0) {
    const values = await createValuePort(context, organizationId).readValues(names);
    // One by one: they may have more texts than a function takes arguments.
    for (const text of listSecretTexts(values)) secrets.push(text);
  }
  const connectionIds = apiCalls.flatMap(({ authConfig }) =>
    authConfig.type === 'connection' ? [authConfig.connectionId] : [],
  );
  for (const connectionId of new Set(connectionIds)) {
    secrets.push(...(await listOfConnection(context, { id: connectionId, organizationId })));
  }
  return secrets.filter((secret) => secret !== '');
}

async function listOfConnection({ config, connections, db }: Context, key: ConnectionKey): Promise<string[]> {
  const stored = await findConnection(db, key);
  const connection = stored && openCachedConnection(connections, stored);
  if (!connection) return [];
  const token = isObtaining(connection) ? await findConnectionToken(db, key.id) : undefined;
  return listConnectionSecrets(config, connection, token);
}

/** Returns the associated data of a sealed former secret. */
export function associatedDataOfFormer(integrationId: string): string {
  return `former-secret:${integrationId}`;
}
