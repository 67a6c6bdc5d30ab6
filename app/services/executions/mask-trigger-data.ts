// Trigger data as people see it. A sender may put the webhook's secret, or a token, into its payload. The run gets the payload
// unchanged; what is shown has a mask instead of the secret, like the log of a call.
import type { LogPage, Owner } from '~/db/executions/logs/execution-logs';
import type { ItemPage } from '~/db/executions/logs/loop-items';
import type { MaskBeginning } from '~/db/executions/search/indexed-text';
import type { Queries } from '~/db/core/queries';
import { mask } from '~/engine/secrets/mask-secrets';
import { createRunSecrets } from '~/engine/run/run-secrets';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';
import { runInTurns } from '../event-loop';
import type { ExecutionLog } from './log-schema';
import { maskJsonInParts } from './mask-json';
import { findExecutionLog, listExecutionLogs, type MaskPayload } from './execution-log';

interface Context {
  definitions: DefinitionCache;
  db: Queries;
}

/**
 * Masks the secrets of a version in a JSON text. Returns the text unchanged when it contains none of them, and one mask when the
 * version cannot be read: nothing then tells its secrets from other text, and senders and targets may still accept them.
 */
export async function maskPayload(
  context: Context,
  integrationId: string,
  version: number,
  json: string,
): Promise<string> {
  const found = await findDefinition(context, integrationId, version);
  if (found.kind !== 'found') return JSON.stringify(mask);
  const { maskSecrets } = createRunSecrets(found.definition);
  return runInTurns(maskJsonInParts(json, maskSecrets));
}

/**
 * Returns a function that masks the beginnings of payloads, as {@link maskPayload} masks whole ones. A version that cannot be read
 * leaves nothing: a search would find by its secrets what the log hides, and the index keeps what it once took in.
 */
export function maskBeginning(context: Context): MaskBeginning {
  return async ({ integrationId, version }, text, most) => {
    const found = await findDefinition(context, integrationId, version);
    if (found.kind !== 'found') return '';
    return createRunSecrets(found.definition).maskSecrets(text, most);
  };
}

/** Finds one execution with its log, masked for display. */
export function findMaskedLog(
  context: Context,
  owner: Owner,
  id: string,
  items?: ItemPage,
): Promise<ExecutionLog | undefined> {
  return findExecutionLog(context.db, owner, id, { maskPayload: maskOf(context, owner), items });
}

/** Returns a page of logs, masked for display; see {@link listExecutionLogs}. */
export function listMaskedLogs(context: Context, page: LogPage): ReturnType<typeof listExecutionLogs> {
  return listExecutionLogs(context.db, page, maskOf(context, page));
}

function maskOf(context: Context, { integrationId }: Owner): MaskPayload {
  return (json, version) => maskPayload(context, integrationId, version, json);
}
