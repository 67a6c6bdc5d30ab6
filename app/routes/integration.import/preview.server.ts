// What the screen shows of a kept file before anything is imported.
import type { AppContext } from '~/context';
import { listConnectionNames as listOwnConnections } from '~/db/connections/connections';
import { listConnectionNames } from '~/engine/import/file-connections';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { type ComparedIntegration, compareSeveral } from '~/services/imports/compare-several';
import type { ImportedIntegration } from '~/services/imports/import-several';
import { readStoredIntegration } from '~/services/imports/imports';

/**
 * The most integrations, and the most connections and values, that are listed: a page is written in one turn of the event loop.
 */
const maxListed = 50;
/** The most differences, and the most notes, that are shown of each. */
const maxShown = 5;
/** What may need a decision comes first. */
const order = ['invalid', 'changed', 'new', 'same'] as const;

/** Returns the preview of one integration, or of several. Problems: those of `readStoredIntegration`. */
export async function describeUpload(app: AppContext, actor: Actor, keptId: string) {
  const read = await readStoredIntegration(app, actor, keptId);
  if (read.kind === 'integration') {
    const { name, notes, definition } = read;
    const named = listConnectionNames(definition);
    const connections = await listConnections(app, actor, named);
    const preview = { keptId, name, notes, calls: definition.apiCalls.length, named, connections };
    return { kind: 'one' as const, preview };
  }
  if (read.kind !== 'several') return read satisfies Problem;
  const { integrations, named, missing } = await compareSeveral(app, actor, read);
  const connections = await listConnections(app, actor, named);
  const byStatus = order.map((wanted) => integrations.filter(({ status }) => status === wanted));
  const [invalid = 0, changed = 0, created = 0, same = 0] = byStatus.map(({ length }) => length);
  const counts = { new: created, changed, same, invalid };
  const several = {
    keptId,
    counts,
    listed: byStatus.flat().slice(0, maxListed).map(shorten),
    named: named.slice(0, maxListed),
    connections,
    missing: {
      connections: missing.connections.slice(0, maxListed),
      values: missing.values.slice(0, maxListed),
    },
  };
  return { kind: 'several' as const, several };
}

async function listConnections(
  { db }: AppContext,
  { organizationId }: Actor,
  named: string[],
): Promise<{ id: string; name: string }[]> {
  return named.length > 0 ? listOwnConnections(db, organizationId) : [];
}

function shorten({ key, differences, notes, ...about }: ComparedIntegration) {
  return {
    ...about,
    place: key,
    differences: differences
      .slice(0, maxShown)
      .map(({ where, field, former, next, lines }) => ({ where, field, lines, mine: former, theirs: next })),
    differenceCount: differences.length,
    notes: notes.slice(0, maxShown),
    noteCount: notes.length,
  };
}

/** The most integrations that the result of an import lists. */
const maxResults = 200;

/** Returns how many integrations had each outcome, and the first of them, those that failed before the others. */
export function summarizeResult(imported: ImportedIntegration[]) {
  const counts = { created: 0, replaced: 0, same: 0, skipped: 0, failed: 0 };
  for (const { outcome } of imported) counts[outcome] += 1;
  const failed = imported.filter(({ outcome }) => outcome === 'failed');
  const others = imported.filter(({ outcome }) => outcome !== 'failed');
  return { counts, listed: [...failed, ...others].slice(0, maxResults) };
}
