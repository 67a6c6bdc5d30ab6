import type { AppContext } from '~/context';
import { findIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import type { Definition } from '~/engine/integration';
import type { Problem } from '~/problem';
import { findDefinition } from '../integrations/definition-cache';

/** Returns the version that tests run on: the newest unless one is given. Problems: not-found, invalid. */
export async function findTriedVersion(
  context: Pick<AppContext, 'config' | 'db' | 'definitions'>,
  key: IntegrationKey,
  asked?: number,
): Promise<{ kind: 'tried'; version: number; definition: Definition } | Problem> {
  const integration = await findIntegration(context.db, key);
  if (!integration) return { kind: 'not-found' };
  const version = asked ?? integration.version;
  const found = await findDefinition(context, key.id, version);
  if (found.kind === 'not-found') return { kind: 'not-found' };
  if (found.kind === 'sealed') {
    return { kind: 'invalid', message: `Version ${version} holds a secret that can no longer be decrypted.` };
  }
  return { kind: 'tried', version, definition: found.definition };
}
