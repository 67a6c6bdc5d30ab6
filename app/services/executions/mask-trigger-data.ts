// Trigger data as people see it. A sender may put the webhook's secret, or a token, into its payload: the run gets it as
// it came, and what is shown has a mask in its place, as the log of a call does.
import type { LogPage, Owner } from '~/db/executions/logs/execution-logs';
import type { ItemPage } from '~/db/executions/logs/loop-items';
import type { Queries } from '~/db/core/queries';
import { stringifyJson } from '~/engine/json/json';
import { maskSecretsIn } from '~/engine/secrets/mask-secrets';
import { createRunSecrets } from '~/engine/run/run-secrets';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';
import { parseJsonInTurns } from '../large-json';
import type { ExecutionLog } from './log-schema';
import { findExecutionLog, listExecutionLogs, type MaskPayload } from './execution-log';

interface Context {
  definitions: DefinitionCache;
  db: Queries;
}

/**
 * JSON text with the secrets of a version masked; as it is when none of them is in it, and when they cannot be opened,
 * since then nobody knows them.
 */
export async function maskPayload(
  context: Context,
  integrationId: string,
  version: number,
  json: string,
): Promise<string> {
  const found = await findDefinition(context, integrationId, version);
  if (found.kind !== 'found') return json;
  const { maskSecrets } = createRunSecrets(found.definition);
  if (maskSecrets(json) === json) return json;
  return stringifyJson(maskSecretsIn(await parseJsonInTurns(json), maskSecrets));
}

/** One execution with its log as it may be shown. */
export function findMaskedLog(
  context: Context,
  owner: Owner,
  id: string,
  items?: ItemPage,
): Promise<ExecutionLog | undefined> {
  return findExecutionLog(context.db, owner, id, { maskPayload: maskOf(context, owner), items });
}

/** A page of logs as they may be shown; see {@link listExecutionLogs}. */
export function listMaskedLogs(context: Context, page: LogPage): ReturnType<typeof listExecutionLogs> {
  return listExecutionLogs(context.db, page, maskOf(context, page));
}

function maskOf(context: Context, { integrationId }: Owner): MaskPayload {
  return (json, version) => maskPayload(context, integrationId, version, json);
}
