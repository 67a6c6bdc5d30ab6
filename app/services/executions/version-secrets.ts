// Everything that is secret in the executions of a version, in its definition and outside of it, for those who show them.
import type { Queries } from '~/db/core/queries';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { createRunSecrets, type RunSecrets } from '~/engine/run/run-secrets';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';
import { listSecretsOutsideDefinition } from '../secrets/secrets-outside-definition';

/** Returns the secrets of a version's definition and those outside of it; undefined when the version cannot be read. */
export async function findVersionSecrets(
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
    secrets.add(
      await listSecretsOutsideDefinition({ config: definitions.config, db }, key, found.definition),
    );
  }
  return secrets;
}
