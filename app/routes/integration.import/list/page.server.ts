// One page of the integrations of a file, each compared with those here.
import type { AppContext } from '~/context';
import type { Actor } from '~/services/actor';
import { type ComparedIntegration, comparePlaces } from '~/services/imports/compare-integrations';
import type { IntegrationTexts } from '~/services/imports/integration-texts';
import type { PreviewedIntegration } from './integration-details';
import {
  type ListState,
  type ListView,
  readState,
  replacePlaces,
  sortPlaces,
  statuses,
  wholeList,
  writePlaces,
  writeState,
} from './state';

/** A page of the list as the form shows it. */
export interface ListPage {
  keptId: string;
  /** See `writeState`. */
  state: string;
  pages: number;
  /** The places that the search found on all pages, as ranges. */
  found: string;
  rows: PreviewedIntegration[];
  /** How many integrations of this page are no longer what the form said of them. */
  movedCount: number;
}

/** The number of integrations on a page. */
export const pageSize = 50;
/** The most differences, and the most notes, that are shown of each. */
const maxShown = 5;

/** Returns a page when all integrations were compared. Those that are new are selected. */
export function beginList(keptId: string, compared: ComparedIntegration[], view = wholeList): ListPage {
  const state = { ...readState(''), view };
  for (const [place, { status }] of compared.entries()) state[status].push(place);
  const { places, ...list } = cutPage(state, findPlaces(state, compared));
  const rows = places.flatMap((place) => compared[place] ?? []);
  const shown = { ...state, selected: state.new, view: { ...view, page: list.page } };
  return { keptId, ...list, ...describeRows(shown, rows) };
}

/**
 * Returns the page that `state.view` asks for. Only its integrations are compared; those that are no longer what the state
 * says of them are not selected any more.
 */
export async function listPage(
  app: AppContext,
  actor: Actor,
  texts: IntegrationTexts,
  keptId: string,
  state: ListState,
): Promise<ListPage> {
  const { places, ...list } = cutPage(state, findPlaces(state, texts.files));
  const rows = await comparePlaces(app, actor, texts, places);
  const view = { ...state.view, page: list.page };
  return { keptId, ...list, ...describeRows({ ...state, view }, rows) };
}

/** Returns the places that a search and a status find, in the order of the list. */
export function findPlaces(state: ListState, files: { name: string }[]): number[] {
  const { search, status }: ListView = state.view;
  const words = search.toLowerCase().split(/\s+/);
  const listed = statuses.filter((each) => status === '' || each === status).flatMap((each) => state[each]);
  return listed.filter((place) => {
    const name = files[place]?.name.toLowerCase();
    return name !== undefined && words.every((word) => name.includes(word));
  });
}

function cutPage({ view }: ListState, found: number[]) {
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(view.page, pages);
  const places = found.slice((page - 1) * pageSize, page * pageSize);
  return { pages, page, places, found: writePlaces(sortPlaces(found)) };
}

function describeRows(before: ListState, rows: ComparedIntegration[]) {
  const state = { ...before, shown: sortPlaces(rows.map(({ key }) => Number(key))) };
  const moved = rows.filter(({ key, status }) => !state[status].includes(Number(key)));
  const places = new Set(moved.map(({ key }) => Number(key)));
  for (const list of [...statuses, 'selected'] as const) {
    const now = moved.filter(({ status }) => status === list).map(({ key }) => Number(key));
    state[list] = replacePlaces(state[list], places, now);
  }
  return { state: writeState(state), rows: rows.map(shorten), movedCount: moved.length };
}

function shorten({ key, differences, notes, ...about }: ComparedIntegration): PreviewedIntegration {
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
