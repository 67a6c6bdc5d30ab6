// Makes drafts of the examples in the documents. They are read as files are: without secrets, which everybody could read, and with
// notes about what is missing.
import type { AppContext } from '~/context';
import { listValueNames } from '~/db/values/values';
import { noLimits, pickLimits } from '~/engine/definition/execution-limits';
import {
  readIntegrationFile,
  type ReadIntegration,
  toIntegrationFile,
} from '~/engine/import/integration-file';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import type { IntegrationOutcome } from '../integrations/integrations';
import { readNewIntegration } from '../integrations/validate-definition';
import { findConnectionIds, makeDraft } from './make-draft';

/**
 * Reads an example, with notes about what the organization lacks. Problem: invalid when it is no integration.
 *
 * @param text the body of a request that makes a draft, as JSON
 */
export async function readExample(
  context: Pick<AppContext, 'db'>,
  actor: Pick<Actor, 'organizationId'>,
  text: string,
): Promise<(ReadIntegration & { kind: 'integration' }) | Problem> {
  const made = readNewIntegration(JSON.parse(text));
  if (made.kind !== 'new') return made;
  const { settings, definition } = made;
  const { name, description = null, tags } = settings;
  const limits = pickLimits({ ...noLimits, ...settings });
  const findId = await findConnectionIds(context, actor, {});
  const values = new Set((await listValueNames(context.db, actor.organizationId)).map((value) => value.name));
  const read = readIntegrationFile(toIntegrationFile({ name, description, tags, definition, limits }), {
    hasConnection: (named) => Boolean(findId(named)),
    hasValue: (named) => values.has(named),
    hasSource: () => false,
  });
  return read.kind === 'integration' ? read : { kind: 'invalid', message: read.message };
}

/** Makes a draft of an example. `wish` and `formId`: see `makeDraft`. Problems: forbidden, not-found, invalid. */
export async function importExample(
  context: AppContext,
  actor: Actor,
  text: string,
  wish: { name: string; connections: Record<string, string> },
  formId?: string,
): Promise<IntegrationOutcome> {
  const read = await readExample(context, actor, text);
  return read.kind === 'integration' ? makeDraft(context, actor, read, wish, formId) : read;
}
