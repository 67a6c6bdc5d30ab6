// The calls that were read of a document, until some of them are added to an integration.
import type { AppContext } from '~/context';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import type { CallDraft } from '~/engine/import/draft/draft';
import { resolveConnection } from '~/engine/import/file-connections';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { findConnectionIds } from './make-draft';
import { describeIntegration } from '../integrations/integration-response';
import { type IntegrationOutcome, respond, updateIntegration } from '../integrations/integrations';
import type { ImportListing, ListingQuery } from './import-choices';
import { deleteUpload, findUpload, uploadExpired } from './stored-uploads';

/** Returns a page of the kept calls. Problems: not-found when they are no longer kept, too-many-requests, unavailable. */
export async function listStoredCalls(
  context: AppContext,
  actor: Actor,
  keptId: string,
  wish: ListingQuery,
): Promise<ImportListing | Problem> {
  const place = await findUpload(context, actor, keptId);
  if (!place) return uploadExpired;
  const outcome = await context.importer.perform(actor.userId, 'list', { place, ...wish });
  return outcome.kind === 'not-found' ? uploadExpired : outcome;
}

/**
 * Adds the kept calls with these keys after the calls of an integration, and then deletes the kept ones. A second press of the
 * button finds them added, and returns the integration as the first one does. Problems: not-found, conflict when the integration
 * no longer has the given version, invalid also when nothing was chosen.
 */
export async function importStoredCalls(
  context: AppContext,
  actor: Actor,
  id: string,
  { keptId, keys, version }: { keptId: string; keys: string[]; version?: number | undefined },
): Promise<IntegrationOutcome> {
  const outcome = await addStored(context, actor, id, { keptId, keys, version });
  if (outcome.kind !== 'not-found' && outcome.kind !== 'conflict') return outcome;
  const found = await respond(context, { id, organizationId: actor.organizationId });
  const ids = found.kind === 'integration' ? found.integration.apiCalls.map((call) => call.id) : [];
  return keys.length > 0 && keys.every((key) => ids.includes(addedId(keptId, key))) ? found : outcome;
}

async function addStored(
  context: AppContext,
  actor: Actor,
  id: string,
  { keptId, keys, version }: { keptId: string; keys: string[]; version: number | undefined },
): Promise<IntegrationOutcome> {
  const place = await findUpload(context, actor, keptId);
  if (!place) return uploadExpired;
  const picked = await context.importer.perform(actor.userId, 'pick', { place, keys });
  if (picked.kind !== 'calls') return picked.kind === 'not-found' ? uploadExpired : picked;
  const calls = picked.calls.map((call, index) =>
    Object.assign(call, { id: addedId(keptId, picked.keys[index] ?? '') }),
  );
  const outcome = await addCalls(context, actor, calls, { id, version });
  if (outcome.kind === 'integration') await deleteUpload(place);
  return outcome;
}

/** Returns the id that a kept call gets in an integration, so that calls which were added are recognised. */
function addedId(keptId: string, key: string): string {
  return `${keptId}-${key}`;
}

/** Adds calls after those of the integration. `version`: the one that the sender knows; the newest when absent. */
export async function addCalls(
  context: AppContext,
  actor: Actor,
  calls: (CallDraft & { id?: string })[],
  { id, version }: { id: string; version: number | undefined },
): Promise<IntegrationOutcome> {
  const row = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!row) return { kind: 'not-found' };
  const { apiCalls } = describeIntegration(context, row);
  const last = Math.max(0, ...apiCalls.map(({ order }) => order));
  const findId = await findConnectionIds(context, actor, {});
  const added = calls.map((call, index) =>
    Object.assign(resolveConnection(call, findId), { order: last + index + 1 }),
  );
  return updateIntegration(context, actor, id, {
    apiCalls: [...apiCalls, ...added],
    version: version ?? row.version,
  });
}
