// Makes a draft of an exported integration, with connections of the organization.
import type { AppContext } from '~/context';
import { listConnectionNames } from '~/db/connections/connections';
import { resolveConnection } from '~/engine/import/file-connections';
import { listIntegrations } from '~/db/integrations/integrations';
import type { NamedSource } from '~/engine/import/file-trigger';
import type { ReadIntegration } from '~/engine/import/integration-file';
import type { TriggerConfig } from '~/engine/integration';
import type { Actor } from '../actor';
import { createIntegration, type IntegrationOutcome } from '../integrations/integrations';

export type FindConnectionId = (name: string) => string | undefined;

/** Finds connection ids by the names in a file: the chosen connection, else the organization's connection of the same name. */
export async function findConnectionIds(
  { db }: Pick<AppContext, 'db'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  chosen: Record<string, string>,
): Promise<FindConnectionId> {
  const known = await listConnectionNames(db, organizationId);
  const byName = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]));
  return (name) => (Object.hasOwn(chosen, name) ? chosen[name] : byName.get(name.toLowerCase()));
}

/** Returns the trigger of a file's integration that the end of another starts; undefined when not exactly one has its name. */
export async function findEventTrigger(
  { db }: Pick<AppContext, 'db'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { startedBy }: { startedBy: NamedSource | undefined },
): Promise<{ triggerConfig: TriggerConfig } | undefined> {
  if (!startedBy) return undefined;
  const { name, on } = startedBy;
  const [source, another] = await listIntegrations(db, { organizationId, name, limit: 2 });
  if (!source || another) return undefined;
  return { triggerConfig: { type: 'event', event: { integrationId: source.id, on } } };
}

/**
 * Returns the input that creates the integration of a file, by default under the name and description of the file.
 *
 * @param trigger what `findEventTrigger` found
 */
export function toDraft(
  read: ReadIntegration & { kind: 'integration' },
  findId: FindConnectionId,
  {
    name,
    description,
    trigger,
  }: {
    name?: string | undefined;
    description?: string | undefined;
    trigger?: { triggerConfig: TriggerConfig } | undefined;
  } = {},
) {
  return {
    ...read.definition,
    ...trigger,
    ...read.limits,
    apiCalls: read.definition.apiCalls.map((call) => resolveConnection(call, findId)),
    name: name ?? read.name,
    description: description ?? read.description,
    tags: read.tags,
  };
}

/**
 * Creates the integration of a file as a draft. `connections`: see `ImportRequest`; `formId`: see `createIntegration`. Problems:
 * not-found, invalid.
 */
export async function makeDraft(
  context: AppContext,
  actor: Actor,
  read: ReadIntegration,
  wish: {
    name?: string | undefined;
    description?: string | undefined;
    connections: Record<string, string>;
  },
  formId?: string,
): Promise<IntegrationOutcome> {
  if (read.kind === 'unreadable') return { kind: 'invalid', message: read.message };
  const findId = await findConnectionIds(context, actor, wish.connections);
  const trigger = await findEventTrigger(context, actor, read);
  return createIntegration(context, actor, toDraft(read, findId, { ...wish, trigger }), formId);
}
