// Replaces the content of an existing integration by an exported file that was kept elsewhere, or compares the two.
import type { AppContext } from '~/context';
import { type DefinedIntegration, findDefinedIntegration } from '~/db/integrations/integrations';
import { limitNames, listChangedLimits } from '~/engine/definition/execution-limits';
import { resolveConnection } from '~/engine/import/file-connections';
import type { ImportNote } from '~/engine/import/draft/draft';
import { readFileOnto } from '~/engine/import/file-onto-stored';
import type { NamesHere } from '~/engine/import/names-here';
import type { ReadIntegration } from '~/engine/import/integration-file';
import type { Definition } from '~/engine/integration';
import { compareDefinitions } from '~/engine/versions/compare-definitions';
import type { Problem } from '~/problem';
import { writeTags } from '~/engine/definition/tags';
import type { Actor } from '../actor';
import { maskDefinition, openDefinition } from '../integrations/definition-secrets';
import { type IntegrationOutcome, updateIntegration } from '../integrations/integrations';
import { readDefinition } from '../integrations/validate-definition';
import { describeDifferences, type VersionDifference } from '../integrations/versions';
import { findConnectionIds, findEventTrigger } from './make-draft';

/**
 * Saves a file's name, description, tags, trigger, chain and limits as those of an integration. Secrets, which no file holds,
 * and what `readFileOnto` names stay. `connections`: see `ImportRequest`. `isHeldBack`: a deployed integration runs on as it
 * does, with its limits. Problems: not-found; invalid; conflict when another save comes at the same time.
 */
export async function applyFile(
  context: AppContext,
  actor: Actor,
  id: string,
  document: unknown,
  { connections = {}, isHeldBack = false }: { connections?: ChosenConnections; isHeldBack?: boolean } = {},
): Promise<IntegrationOutcome> {
  const read = await readOnto(context, actor, id, document, connections);
  if (read.kind !== 'file') return read;
  const { integration, definition, file, unknown } = read;
  if (Object.keys(unknown).length > 0) return { kind: 'invalid', fields: unknown };
  const { name, description, tags, limits } = file;
  const about = { name, description, tags, version: integration.version };
  const change = { ...definition, ...(isHeldBack && integration.isActive ? {} : limits), ...about };
  return updateIntegration(context, actor, id, change, { isHeldBack });
}

/**
 * Lists what {@link applyFile} would change and what the file lacks, and changes nothing. `allowsUnknown`: connections that are
 * not here do not prevent the comparison. `here`: as in `readIntegrationFile`. Problems: not-found, invalid.
 */
export async function compareFile(
  context: AppContext,
  actor: Actor,
  id: string,
  document: unknown,
  {
    connections = {},
    allowsUnknown = false,
    here,
  }: { connections?: ChosenConnections; allowsUnknown?: boolean; here?: NamesHere } = {},
): Promise<ComparedFile | Problem> {
  const read = await readOnto(context, actor, id, document, connections, here);
  if (read.kind !== 'file') return read;
  const { unknown } = read;
  if (!allowsUnknown && Object.keys(unknown).length > 0) return { kind: 'invalid', fields: unknown };
  const { integration, file } = read;
  const stored = openDefinition(context.config, id, integration.storedDefinition);
  const next = readDefinition(read.definition, stored);
  if (next.kind !== 'definition') return next;
  const about = [
    { field: 'Name', mine: integration.name, theirs: file.name },
    { field: 'Description', mine: integration.description ?? '', theirs: file.description },
    {
      field: 'Tags',
      mine: writeTags(integration.tags),
      theirs: writeTags(file.tags ?? integration.tags),
    },
    ...listChangedLimits(integration, file.limits).map((key) => ({
      field: limitNames[key],
      mine: String(integration[key] ?? 'none'),
      theirs: String(file.limits[key] ?? 'none'),
    })),
  ];
  const changed = about
    .filter(({ mine, theirs }) => mine !== theirs)
    .map(({ field, mine, theirs }) => ({ where: 'Integration', field, mine, theirs }));
  const differences = [...changed, ...compareDefinitions(stored.definition, next.definition)];
  const described = await describeDifferences(differences);
  return { kind: 'comparison', differences: described, notes: file.notes, unknown };
}

/** Ids of the organization's connections, by the names that a file gives them; an empty id is none. */
type ChosenConnections = Record<string, string>;

interface ComparedFile {
  kind: 'comparison';
  differences: VersionDifference[];
  /** What the file lacks, such as secrets that are stored nowhere. */
  notes: ImportNote[];
  unknown: UnknownConnections;
}

/** The messages about connections that the organization does not have, by the field that names one. */
type UnknownConnections = Record<string, string[]>;

interface FileOnto {
  kind: 'file';
  integration: DefinedIntegration;
  file: ReadIntegration & { kind: 'integration' };
  /** The file's definition, with connections of the organization, and masks for the secrets that stay. */
  definition: Definition;
  unknown: UnknownConnections;
}

async function readOnto(
  context: AppContext,
  actor: Actor,
  id: string,
  document: unknown,
  connections: ChosenConnections,
  here?: NamesHere,
): Promise<FileOnto | Problem> {
  const integration = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!integration) return { kind: 'not-found' };
  const stored = openDefinition(context.config, id, integration.storedDefinition);
  const kept = new Set(stored.definition.apiCalls.map(findConnection));
  const hasConnection = (name: string) => here?.hasConnection(name) || kept.has(name);
  const file = readFileOnto(document, maskDefinition(stored), here && { ...here, hasConnection });
  if (file.kind === 'unreadable') return { kind: 'invalid', message: file.message };
  const findId = await findConnectionIds(context, actor, connections);
  const find = (name: string) => findId(name) || (kept.has(name) ? name : undefined);
  const unknown: UnknownConnections = {};
  for (const [index, call] of file.definition.apiCalls.entries()) {
    const name = findConnection(call);
    if (name !== undefined && find(name) === undefined) {
      unknown[`apiCalls.${index}.authConfig.connectionId`] = [
        name ? `There is no connection “${name}” here: create it first` : 'The file names no connection',
      ];
    }
  }
  const apiCalls = file.definition.apiCalls.map((call) =>
    resolveConnection(call, (name) => find(name) ?? name),
  );
  const trigger = await findEventTrigger(context, actor, file);
  const definition = { ...file.definition, ...trigger, apiCalls };
  return { kind: 'file', integration, file, definition, unknown };
}

function findConnection({ authConfig }: Definition['apiCalls'][number]): string | undefined {
  return authConfig.type === 'connection' ? authConfig.connectionId : undefined;
}
