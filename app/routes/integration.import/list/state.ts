// What the form for the integrations of a file carries from page to page, in one field: an address is too short for the places
// of 1,000 integrations.
import type { ComparedIntegration } from '~/services/imports/compare-integrations';

/** The field that carries the state. */
export const stateField = 'state';

export type Status = ComparedIntegration['status'];

/** In the order in which the screen lists them: what may need a decision comes first. */
export const statuses = ['invalid', 'changed', 'new', 'same'] as const satisfies Status[];

const placeLists = [...statuses, 'selected', 'replace', 'copy', 'shown'] as const;

/** The places in the file, from 0, in lists that ascend. */
export type ListState = Record<
  /** What the screen said of them, and those that it last showed. */
  | Status
  | 'shown'
  /** What the user selected, and chose to replace or to copy whatever the choice for all is. */
  | 'selected'
  | 'replace'
  | 'copy',
  number[]
> & { view: ListView };

/** What the screen shows of the list: the page, from 1, of what a search and a status find. Empty ones find all. */
export interface ListView {
  search: string;
  status: Status | '';
  page: number;
}

/** The first page of all. */
export const wholeList: ListView = { search: '', status: '', page: 1 };

/** The most characters of a search. */
export const maxSearchLength = 200;

const maxStateLength = 64 * 1024;

/** Writes the state as the query of a URL. */
export function writeState(state: ListState): string {
  const { search, status, page } = state.view;
  const written = new URLSearchParams({ search, status, page: String(page) });
  for (const name of placeLists) written.set(name, writePlaces(state[name]));
  return written.toString();
}

/** Reads what {@link writeState} wrote. What it cannot read, it leaves out. */
export function readState(text: string): ListState {
  const written = new URLSearchParams(text.slice(0, maxStateLength));
  const read = (name: (typeof placeLists)[number]) => readPlaces(written.get(name) ?? '');
  return {
    invalid: read('invalid'),
    changed: read('changed'),
    new: read('new'),
    same: read('same'),
    selected: read('selected'),
    replace: read('replace'),
    copy: read('copy'),
    shown: read('shown'),
    view: readView(written, wholeList),
  };
}

/** Writes which part of the list is asked for as the rest of a query: `&page=2`. The whole list is an empty text. */
export function writeView(view: ListView): string {
  const names = ['search', 'status', 'page'] as const;
  const other = names.filter((name) => view[name] !== wholeList[name]);
  return other.map((name) => `&${name}=${encodeURIComponent(view[name])}`).join('');
}

/** Reads which part of the list is asked for. What is not said stays as it was `before`. */
export function readView(asked: Pick<FormData, 'get'>, before: ListView): ListView {
  const read = (name: keyof ListView) => String(asked.get(name) ?? before[name]);
  const status = read('status');
  return {
    search: read('search').trim().slice(0, maxSearchLength),
    status: statuses.find((each) => each === status) ?? '',
    page: Math.max(1, Math.trunc(Number(read('page'))) || 1),
  };
}

/** Replaces the places that are among the given ones by others, in ascending order. */
export function replacePlaces(places: number[], given: ReadonlySet<number>, others: number[]): number[] {
  return sortPlaces([...places.filter((place) => !given.has(place)), ...others]);
}

/** Returns each place once, in ascending order. */
export function sortPlaces(places: number[]): number[] {
  return [...new Set(places)].toSorted((one, other) => one - other);
}

/** Writes ascending places as ranges: `0-9.12`. */
export function writePlaces(places: number[]): string {
  const ranges: [number, number][] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last && place === last[1] + 1) last[1] = place;
    else ranges.push([place, place]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join('.');
}

/** Reads ranges of places. Those that do not ascend are left out, so that a short text cannot name many places. */
export function readPlaces(text: string): number[] {
  const places: number[] = [];
  for (const range of text.split('.')) {
    const found = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(range);
    if (!found) continue;
    const [from, to] = [Number(found[1]), Number(found[2] ?? found[1])];
    for (let place = Math.max(from, (places.at(-1) ?? -1) + 1); place <= to; place += 1) places.push(place);
  }
  return places;
}
