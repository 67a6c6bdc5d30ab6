// Everything that is secret in the executions of a version, in its definition and outside of it, for those who show them.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { createRunSecrets, type RunSecrets } from '~/engine/run/run-secrets';
import { findDefinition } from '../integrations/definition-cache';
import { listSecretsOutsideDefinition } from '../secrets/secrets-outside-definition';

/** The parts of the context by which a version and its secrets are read. */
export interface VersionContext extends Pick<AppContext, 'connections' | 'definitions'> {
  db: Queries;
}

/** Returns the secrets of a version's definition and those outside of it; undefined when the version cannot be read. */
export async function findVersionSecrets(
  { connections, definitions, db }: VersionContext,
  integrationId: string,
  version: number,
): Promise<RunSecrets | undefined> {
  const found = await findDefinition({ definitions, db }, integrationId, version);
  if (found.kind !== 'found') return undefined;
  const secrets = createRunSecrets(found.definition);
  const state = await findIntegrationState(db, integrationId);
  if (state) {
    const key = { id: integrationId, organizationId: state.organizationId };
    const context = { config: definitions.config, connections, db };
    secrets.add(await listSecretsOutsideDefinition(context, key, found.definition));
  }
  return secrets;
}
