// What the screen shows of a kept file before anything is imported, and of what became of it.
import type { AppContext } from '~/context';
import { listConnectionNames as listOwnConnections } from '~/db/connections/connections';
import { listConnectionNames } from '~/engine/import/file-connections';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { type ComparedIntegration, compareIntegrations } from '~/services/imports/compare-integrations';
import type { ImportedIntegration } from '~/services/imports/imported-integration';
import { readStoredIntegration } from '~/services/imports/imports';

/** The most connections and values that are listed, and the most integrations that are shown with their details. */
const maxListed = 50;
/** The most differences, and the most notes, that are shown of each. */
const maxShown = 5;
/** What may need a decision comes first. */
const order = ['invalid', 'changed', 'new', 'same'] as const;

/**
 * Returns the preview of one integration or of all that a file brought, or, once these are imported, what became of them.
 * Problems: those of `readStoredIntegration`.
 */
export async function describeUpload(app: AppContext, actor: Actor, keptId: string) {
  const read = await readStoredIntegration(app, actor, keptId);
  if (read.kind === 'integration') {
    const { name, notes, definition } = read;
    const named = listConnectionNames(definition);
    const connections = await listConnections(app, actor, named);
    const preview = { keptId, name, notes, calls: definition.apiCalls.length, named, connections };
    return { kind: 'one' as const, preview };
  }
  if (read.kind === 'imported')
    return { kind: 'result' as const, result: summarizeResult(read.integrations) };
  if (read.kind !== 'integration-texts') return read satisfies Problem;
  const { integrations, named, missing } = await compareIntegrations(app, actor, read);
  const connections = await listConnections(app, actor, named);
  const preview = {
    keptId,
    ...listByStatus(integrations),
    named: named.slice(0, maxListed),
    connections,
    missing: {
      connections: missing.connections.slice(0, maxListed),
      values: missing.values.slice(0, maxListed),
    },
  };
  return { kind: 'list' as const, preview };
}

async function listConnections(
  { db }: AppContext,
  { organizationId }: Actor,
  named: string[],
): Promise<{ id: string; name: string }[]> {
  return named.length > 0 ? listOwnConnections(db, organizationId) : [];
}

/** Lists all integrations, those that may need a decision first, and counts each status. */
export function listByStatus(integrations: ComparedIntegration[]) {
  const byStatus = order.map((wanted) => integrations.filter(({ status }) => status === wanted));
  const [invalid = 0, changed = 0, created = 0, same = 0] = byStatus.map(({ length }) => length);
  const counts = { new: created, changed, same, invalid };
  return { counts, listed: byStatus.flat().map(shorten) };
}

function shorten({ key, differences, notes, ...about }: ComparedIntegration, index: number) {
  const shown = index < maxListed ? maxShown : 0;
  return {
    ...about,
    place: key,
    differences: differences
      .slice(0, shown)
      .map(({ where, field, former, next, lines }) => ({ where, field, lines, mine: former, theirs: next })),
    differenceCount: differences.length,
    notes: notes.slice(0, shown),
    noteCount: notes.length,
  };
}

/** Returns how many integrations had each outcome, and all of them, those that failed before the others. */
export function summarizeResult(imported: ImportedIntegration[]) {
  const counts = { created: 0, replaced: 0, same: 0, skipped: 0, failed: 0 };
  for (const { outcome } of imported) counts[outcome] += 1;
  const failed = imported.filter(({ outcome }) => outcome === 'failed');
  const others = imported.filter(({ outcome }) => outcome !== 'failed');
  return { counts, listed: [...failed, ...others] };
}
