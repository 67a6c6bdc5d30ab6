// The summary of an execution in a row of a list, before it is opened; secrets are masked as in its log.
import { listPreviewRows, type NamedPath, type StepPreview } from '~/db/executions/logs/execution-previews';
import type { Owner } from '~/db/executions/logs/execution-logs';
import type { Definition } from '~/engine/integration';
import { parseJson } from '~/engine/json/json';
import { findPath } from '~/engine/paths/path';
import { listFormFields } from '~/engine/triggers/form';
import { findDefinition } from '../integrations/definition-cache';
import { maskPayload } from './mask-trigger-data';
import type { VersionContext } from './version-secrets';

export interface ExecutionPreview {
  /** The calls and notices that the execution has made so far, in the order they happened. */
  steps: StepPreview[];
  /** A value of the trigger data, and its name: that of a variable, or the place in the payload. */
  payloadValue: { name: string; value: string } | null;
}

/** How many variables are tried, from the first one on: people expect to see one of these. */
const triedVariables = 5;

/** Returns the previews of some executions by id. The variables that are looked for are those of `version`. */
export async function findExecutionPreviews(
  context: VersionContext,
  owner: Owner,
  { ids, version }: { ids: string[]; version: number },
): Promise<Map<string, ExecutionPreview>> {
  const { integrationId } = owner;
  const found = await findDefinition(context, integrationId, version);
  const paths = found.kind === 'found' ? listPaths(found.definition) : [];
  const previews = new Map<string, ExecutionPreview>();
  for (const row of await listPreviewRows(context.db, owner, { ids, paths })) {
    const payloadValue =
      row.payloadValue &&
      (await maskPayload(context, integrationId, row.integration_version, row.payloadValue));
    previews.set(row.id, {
      steps: JSON.parse(row.steps) as StepPreview[],
      payloadValue: payloadValue === null ? null : readPayloadValue(payloadValue),
    });
  }
  return previews;
}

/** Lists the fields of a form, or the variables of a webhook whose path leads to one place, as far as SQLite can spell the path. */
function listPaths({ triggerConfig: trigger }: Definition): NamedPath[] {
  const fields = listFormFields(trigger).slice(0, triedVariables);
  if (fields.length > 0) return fields.map(({ name }) => ({ name, segments: [name] }));
  if (trigger.type !== 'webhook') return [];
  return trigger.webhook.variables.slice(0, triedVariables).flatMap(({ name, jsonPath }) => {
    const path = findPath(jsonPath);
    if (path?.kind !== 'one' || path.segments.some((segment) => /["\\]/.test(String(segment)))) return [];
    return [{ name, segments: path.segments }];
  });
}

function readPayloadValue(json: string): ExecutionPreview['payloadValue'] {
  const named = parseJson(json) as [string, unknown] | string;
  // Masked as a whole.
  if (typeof named === 'string') return null;
  const [name, value] = named;
  return { name, value: String(value) };
}
