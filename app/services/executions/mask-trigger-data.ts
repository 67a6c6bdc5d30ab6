// Trigger data as people see it. A sender may put the webhook's secret, or a token, into its payload. The run gets the payload
// unchanged; what is shown has a mask instead of the secret, like the log of a call.
import type { LogPage, Owner } from '~/db/executions/logs/execution-logs';
import type { ItemPage } from '~/db/executions/logs/loop-items';
import type { MaskBeginning } from '~/db/executions/search/indexed-text';
import { mask } from '~/engine/secrets/mask-secrets';
import type { RunSecrets } from '~/engine/run/run-secrets';
import { definitionKey } from '../integrations/definition-cache';
import { runInTurns } from '../event-loop';
import type { ExecutionLog } from './log-schema';
import { maskJsonInParts } from './mask-json';
import { findExecutionLog, listExecutionLogs, type MaskPayload } from './execution-log';
import { findVersionSecrets, type VersionContext } from './version-secrets';

/**
 * Masks the secrets of a version in a JSON text, and those that its organization keeps for it. Returns the text unchanged when
 * it contains none of them, and one mask when the version cannot be read: nothing then tells its secrets from other text, and
 * senders and targets may still accept them.
 */
export async function maskPayload(
  context: VersionContext,
  integrationId: string,
  version: number,
  json: string,
): Promise<string> {
  return maskJson(json, await findVersionSecrets(context, integrationId, version));
}

async function maskJson(json: string, secrets: RunSecrets | undefined): Promise<string> {
  return secrets ? runInTurns(maskJsonInParts(json, secrets.maskSecrets)) : JSON.stringify(mask);
}

/**
 * Returns a function that masks the beginnings of payloads, as {@link maskPayload} masks whole ones. A version that cannot be read
 * leaves nothing: a search would find by its secrets what the log hides, and the index keeps what it once took in.
 */
export function maskBeginning(context: VersionContext): MaskBeginning {
  const find = rememberSecrets(context);
  return async ({ integrationId, version }, text, most) => {
    const secrets = await find(integrationId, version);
    return secrets ? secrets.maskSecrets(text, most) : '';
  };
}

/** Returns {@link findVersionSecrets} for a caller that looks at many executions at once: each version is looked up once. */
function rememberSecrets(context: VersionContext) {
  const known = new Map<string, Promise<RunSecrets | undefined>>();
  return (integrationId: string, version: number): Promise<RunSecrets | undefined> => {
    const key = definitionKey(integrationId, version);
    const secrets = known.get(key) ?? findVersionSecrets(context, integrationId, version);
    known.set(key, secrets);
    return secrets;
  };
}

/** Finds one execution with its log, masked for display. */
export function findMaskedLog(
  context: VersionContext,
  owner: Owner,
  id: string,
  items?: ItemPage,
): Promise<ExecutionLog | undefined> {
  return findExecutionLog(context.db, owner, id, { maskPayload: maskOf(context, owner), items });
}

/** Returns a page of logs, masked for display; see {@link listExecutionLogs}. */
export function listMaskedLogs(context: VersionContext, page: LogPage): ReturnType<typeof listExecutionLogs> {
  return listExecutionLogs(context.db, page, maskOf(context, page));
}

function maskOf(context: VersionContext, { integrationId }: Owner): MaskPayload {
  const find = rememberSecrets(context);
  return async (json, version) => maskJson(json, await find(integrationId, version));
}
