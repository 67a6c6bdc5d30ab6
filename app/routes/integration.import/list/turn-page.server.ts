// Another page of the list, as its form asks for it.
import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { readStoredIntegration } from '~/services/imports/imports';
import { findPlaces, type ListPage, listPage } from './page.server';
import { type ListState, type ListView, statuses } from './state';
import { selectPlaces, type Selection } from './treatment-fields';

/** What a form wants of the list: another part of it, or to select some of what the part before found. */
interface ListWish {
  view: ListView;
  selection: Selection | undefined;
}

/**
 * Returns the page of the list that a form with this state wants; undefined when there is none, because the file holds one
 * integration or was imported by now, or because the state is not that of this file. Problems: those of
 * `readStoredIntegration`.
 */
export async function turnPage(
  app: AppContext,
  actor: Actor,
  keptId: string,
  { state, wish: { view, selection } }: { state: ListState; wish: ListWish },
): Promise<{ kind: 'page'; page: ListPage | undefined } | Problem> {
  const read = await readStoredIntegration(app, actor, keptId);
  if (read.kind === 'integration' || read.kind === 'imported') return { kind: 'page', page: undefined };
  if (read.kind !== 'integration-texts') return read;
  const known = new Set(statuses.flatMap((status) => state[status]));
  if (known.size !== read.files.length) return { kind: 'page', page: undefined };
  const wanted = selection
    ? selectPlaces(state, findPlaces(state, read.files), selection)
    : { ...state, view };
  return { kind: 'page', page: await listPage(app, actor, read, keptId, wanted) };
}
