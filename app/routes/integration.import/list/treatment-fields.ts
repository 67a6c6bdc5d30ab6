// The choices of the form for the integrations of a file: its fields hold those of the page that it shows, its state the others.
import type { Treatment, Treatments } from '~/services/imports/import-integrations';
import { type ListState, readState, replacePlaces, stateField } from './state';

/** The field of the check boxes: the places in the file of the integrations to import. */
export const selectedField = 'selected';

/** The field that says how selected integrations that differ are imported, where they say nothing of their own. */
export const changedField = 'changed';

/** The prefix of the field that says so for one integration; its place in the file follows. */
export const treatmentPrefix = 'treatment:';

/** The field of the buttons that select several integrations, and what they select. */
export const selectionField = 'selection';
export const selections = ['new', 'all', 'none'] as const;
export type Selection = (typeof selections)[number];

/** Reads the form: the state that it carries, with the choices of the page that it shows. */
export function readListState(form: FormData): ListState {
  const carried = readState(String(form.get(stateField) ?? ''));
  const shown = new Set(carried.shown);
  const listTreated = (wanted: Treatment) =>
    [...form].flatMap(([field, value]) =>
      field.startsWith(treatmentPrefix) && value === wanted ? [field.slice(treatmentPrefix.length)] : [],
    );
  return {
    ...carried,
    selected: replacePlaces(carried.selected, shown, toPlaces(form.getAll(selectedField))),
    replace: replacePlaces(carried.replace, shown, toPlaces(listTreated('replace'))),
    copy: replacePlaces(carried.copy, shown, toPlaces(listTreated('copy'))),
  };
}

/** Reads how selected integrations that differ are imported. They are replaced only when the form says so. */
export function readChanged(form: FormData): 'replace' | 'copy' {
  return form.get(changedField) === 'replace' ? 'replace' : 'copy';
}

/** Selects those of the given places that a selection names, and none of the others of them. */
export function selectPlaces(state: ListState, among: number[], selection: Selection): ListState {
  const given = new Set(among);
  const named = { new: state.new, all: [...state.new, ...state.changed], none: [] }[selection];
  const others = named.filter((place) => given.has(place));
  return { ...state, selected: replacePlaces(state.selected, given, others) };
}

/**
 * Returns the treatment of each integration: those that are not selected are skipped. What the screen said of an integration
 * decides, so that nothing is replaced that it called new.
 */
export function chooseTreatments(state: ListState, changed: 'replace' | 'copy'): Treatments['choose'] {
  const selected = new Set(state.selected);
  const differing = new Set(state.changed);
  const replace = new Set(state.replace);
  const copy = new Set(state.copy);
  return ({ key }) => {
    const place = Number(key);
    if (!selected.has(place)) return 'skip';
    if (!differing.has(place)) return 'create';
    if (replace.has(place)) return 'replace';
    return copy.has(place) ? 'copy' : changed;
  };
}

function toPlaces(values: FormDataEntryValue[]): number[] {
  return values
    .map(String)
    .filter((value) => /^\d{1,4}$/.test(value))
    .map(Number);
}
