// Everything that is secret in the executions of a version, for those who show them.
import type { Queries } from '~/db/core/queries';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { createRunSecrets, type RunSecrets } from '~/engine/run/run-secrets';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';
import { listKeptSecrets } from '../secrets/kept-secrets';

/** Returns the secrets of a version and those kept for it; undefined when the version cannot be read. */
export async function findRunSecrets(
  { definitions, db }: { definitions: DefinitionCache; db: Queries },
  integrationId: string,
  version: number,
): Promise<RunSecrets | undefined> {
  const found = await findDefinition({ definitions, db }, integrationId, version);
  if (found.kind !== 'found') return undefined;
  const secrets = createRunSecrets(found.definition);
  const state = await findIntegrationState(db, integrationId);
  if (state) {
    const key = { id: integrationId, organizationId: state.organizationId };
    secrets.add(await listKeptSecrets({ config: definitions.config, db }, key, found.definition));
  }
  return secrets;
}
