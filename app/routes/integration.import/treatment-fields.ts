// The choices of the form for the integrations of a file, as its fields hold them.
import type { Treatment, Treatments } from '~/services/imports/import-integrations';

/** The field of the check boxes: the places in the file of the integrations to import. */
export const selectedField = 'selected';

/** The field that says how selected integrations that differ are imported, where they say nothing of their own. */
export const changedField = 'changed';

/** The prefix of the field that says so for one integration; its place in the file follows. */
export const treatmentPrefix = 'treatment:';

/** Which check boxes are checked at first. */
export const selections = ['new', 'all', 'none'] as const;
export type Selection = (typeof selections)[number];

/** Returns the selection that an address names. */
export function readSelection(url: URL): Selection {
  const named = url.searchParams.get(selectedField);
  return selections.find((each) => each === named) ?? 'new';
}

/** What the form says of the integrations. */
export interface SentTreatments {
  /** The places of the selected integrations. */
  selected: string[];
  changed: Treatment;
  /** The treatments of single integrations by their places. */
  own: Record<string, Treatment>;
}

/** Reads the form. An integration that differs is replaced only when the form says so. */
export function readTreatments(form: FormData): SentTreatments {
  const own: SentTreatments['own'] = {};
  for (const [field, value] of form) {
    const treatment = readTreatment(value);
    if (treatment && field.startsWith(treatmentPrefix)) own[field.slice(treatmentPrefix.length)] = treatment;
  }
  return {
    selected: form.getAll(selectedField).map(String),
    changed: readTreatment(form.get(changedField)) ?? 'copy',
    own,
  };
}

/** Returns the treatment of each integration: those that are not selected are skipped. */
export function chooseTreatments({ selected, changed, own }: SentTreatments): Treatments['choose'] {
  const wanted = new Set(selected);
  return ({ key, status }) => {
    if (!wanted.has(key)) return 'skip';
    return status === 'new' ? 'create' : (own[key] ?? changed);
  };
}

function readTreatment(value: FormDataEntryValue | null): 'replace' | 'copy' | undefined {
  return (['replace', 'copy'] as const).find((each) => each === value);
}
