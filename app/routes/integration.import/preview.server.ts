// What the screen shows of a kept file before anything is imported.
import type { AppContext } from '~/context';
import { listConnectionNames as listOwnConnections } from '~/db/connections/connections';
import { listConnectionNames } from '~/engine/import/file-connections';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { type ComparedIntegration, compareSeveral } from '~/services/imports/compare-several';
import { readStoredIntegration } from '~/services/imports/imports';

/** The most differences, and the most notes, that are shown of one of several integrations. */
const maxShown = 10;

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
  const shown = integrations.map(shorten);
  return { kind: 'several' as const, several: { keptId, integrations: shown, named, connections, missing } };
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
