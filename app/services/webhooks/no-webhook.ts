// What to do when the URL of an integration does not respond, because its deployed version has no webhook trigger.
import type { Queries } from '~/db/core/queries';
import type { Integration } from '~/db/integrations/integrations';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';

/** Returns a sentence for a person: to deploy the trigger when the newest version has one, and to save it otherwise. */
export async function explainNoWebhook(
  context: { definitions: DefinitionCache; db: Queries },
  { id, version, deployedVersion }: Pick<Integration, 'id' | 'version' | 'deployedVersion'>,
): Promise<string> {
  const saved = version === deployedVersion ? undefined : await findDefinition(context, id, version);
  const isSaved = saved?.kind === 'found' && saved.definition.triggerConfig.type === 'webhook';
  return `${isSaved ? 'Deploy' : 'Save'} the webhook trigger first: until then its URL does not respond.`;
}
