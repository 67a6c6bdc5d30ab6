// The summary of an execution in a row of a list, before it is opened; secrets are masked as in its log.
import { listGlances, type NamedPath, type StepGlance } from '~/db/executions/logs/glances';
import type { Owner } from '~/db/executions/logs/execution-logs';
import type { Queries } from '~/db/core/queries';
import type { Definition } from '~/engine/integration';
import { parseJson } from '~/engine/json/json';
import { findPath } from '~/engine/paths/path';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';
import { maskPayload } from './mask-trigger-data';

export interface Glance {
  /** The calls and notices that the execution has made so far, in the order they happened. */
  steps: StepGlance[];
  /** A value of the trigger data, and its name: that of a variable, or the place in the payload. */
  telling: { name: string; value: string } | null;
}

interface Context {
  definitions: DefinitionCache;
  db: Queries;
}

/** How many variables are tried, from the first one on: people expect to see one of these. */
const triedVariables = 5;

/** Returns the glances of some executions by id. The variables that are looked for are those of `version`. */
export async function findGlances(
  context: Context,
  owner: Owner,
  { ids, version }: { ids: string[]; version: number },
): Promise<Map<string, Glance>> {
  const { integrationId } = owner;
  const found = await findDefinition(context, integrationId, version);
  const paths = found.kind === 'found' ? listPaths(found.definition) : [];
  const glances = new Map<string, Glance>();
  for (const row of await listGlances(context.db, owner, { ids, paths })) {
    const telling =
      row.telling && (await maskPayload(context, integrationId, row.integration_version, row.telling));
    glances.set(row.id, {
      steps: JSON.parse(row.steps) as StepGlance[],
      telling: telling === null ? null : readTelling(telling),
    });
  }
  return glances;
}

/** Lists the variables of a webhook whose path leads to one place, as far as SQLite can spell the path. */
function listPaths({ triggerConfig: trigger }: Definition): NamedPath[] {
  if (trigger.type !== 'webhook') return [];
  return trigger.webhook.variables.slice(0, triedVariables).flatMap(({ name, jsonPath }) => {
    const path = findPath(jsonPath);
    if (path?.kind !== 'one' || path.segments.some((segment) => /["\\]/.test(String(segment)))) return [];
    return [{ name, segments: path.segments }];
  });
}

function readTelling(json: string): Glance['telling'] {
  const [name, value] = parseJson(json) as [string, unknown];
  return { name, value: String(value) };
}
