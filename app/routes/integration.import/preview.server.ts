// What the screen shows of a kept file before anything is imported, and of what became of it.
import type { AppContext } from '~/context';
import { findExample } from '~/documentation/documents.server';
import { listConnectionNames as listOwnConnections } from '~/db/connections/connections';
import { listConnectionNames } from '~/engine/import/file-connections';
import type { ReadIntegration } from '~/engine/import/integration-file';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { compareIntegrations } from '~/services/imports/compare-integrations';
import type { ImportedIntegration } from '~/services/imports/imported-integration';
import { readExample } from '~/services/imports/examples';
import { readStoredIntegration } from '~/services/imports/imports';
import { beginList, pageSize } from './list/page.server';
import type { ListView } from './list/state';
import type { Preview } from './naming-form';

/** The most connections and values that are listed. */
const maxListed = 50;

/**
 * Returns the preview of one integration or of all that a file brought, or, once these are imported, a page of what became of
 * them.
 * Problems: those of `readStoredIntegration`.
 */
export async function describeUpload(app: AppContext, actor: Actor, keptId: string, view: ListView) {
  const read = await readStoredIntegration(app, actor, keptId);
  if (read.kind === 'integration') {
    return describeOne(app, actor, read, { field: { name: 'document', value: keptId }, place: null });
  }
  if (read.kind === 'imported')
    return { kind: 'result' as const, result: summarizeResult(read.integrations, view.page) };
  if (read.kind !== 'integration-texts') return read satisfies Problem;
  const { integrations, named, missing } = await compareIntegrations(app, actor, read);
  const connections = await listConnections(app, actor, named);
  const about = {
    named: named.slice(0, maxListed),
    connections,
    missing: {
      connections: missing.connections.slice(0, maxListed),
      values: missing.values.slice(0, maxListed),
    },
  };
  return { kind: 'list' as const, about, page: beginList(keptId, integrations, view) };
}

/** Why a link to an example leads to none. */
export const exampleChanged: Problem = {
  kind: 'not-found',
  message: 'This example has changed, or is no longer in the documentation. Read it there again.',
};

/** Returns the preview of an example of the documents. Problems: not-found, and those of `readExample`. */
export async function describeExample(app: AppContext, actor: Actor, name: string) {
  const example = findExample(name);
  if (!example) return exampleChanged;
  const read = await readExample(app, actor, example.text);
  if (read.kind !== 'integration') return read;
  return describeOne(app, actor, read, { field: { name: 'example', value: name }, place: example.place });
}

async function describeOne(
  app: AppContext,
  actor: Actor,
  { name, notes, definition }: ReadIntegration & { kind: 'integration' },
  from: Pick<Preview, 'field' | 'place'>,
): Promise<{ kind: 'one'; preview: Preview }> {
  const named = listConnectionNames(definition);
  const connections = await listConnections(app, actor, named);
  const calls = definition.apiCalls.map(({ id, name: title, method, url }) => ({
    id,
    name: title,
    method,
    url,
  }));
  const trigger = definition.triggerConfig.type;
  return { kind: 'one', preview: { ...from, name, notes, trigger, calls, named, connections } };
}

async function listConnections(
  { db }: AppContext,
  { organizationId }: Actor,
  named: string[],
): Promise<{ id: string; name: string }[]> {
  return named.length > 0 ? listOwnConnections(db, organizationId) : [];
}

/** Returns how many integrations had each outcome, and a page of all of them, those that failed before the others. */
export function summarizeResult(imported: ImportedIntegration[], wanted: number) {
  const counts = { created: 0, replaced: 0, same: 0, skipped: 0, failed: 0 };
  for (const { outcome } of imported) counts[outcome] += 1;
  const failed = imported.filter(({ outcome }) => outcome === 'failed');
  const others = imported.filter(({ outcome }) => outcome !== 'failed');
  const pages = Math.max(1, Math.ceil(imported.length / pageSize));
  const page = Math.min(Math.max(1, wanted), pages);
  const listed = [...failed, ...others].slice((page - 1) * pageSize, page * pageSize);
  return { counts, listed, page, pages };
}
