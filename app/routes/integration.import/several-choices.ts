// The choices of the form for several integrations, as its fields hold them.
import type { SeveralChoices, Treatment } from '~/services/imports/import-several';

/** The prefix of the field for one integration; its place in the file follows. */
export const choicePrefix = 'choice:';

/** The fields for all integrations that are new, or differ, and have no choice of their own. */
export const commonFields = { new: 'new', changed: 'changed' } as const;

/** Returns what the form says of each integration. */
export function readChoices(form: FormData): SeveralChoices['choose'] {
  const ofNew = readTreatment(form.get(commonFields.new)) ?? 'skip';
  const ofChanged = readTreatment(form.get(commonFields.changed)) ?? 'skip';
  return ({ key, status }) =>
    readTreatment(form.get(`${choicePrefix}${key}`)) ?? (status === 'new' ? ofNew : ofChanged);
}

function readTreatment(value: FormDataEntryValue | null): Treatment | undefined {
  return (['create', 'copy', 'replace', 'skip'] as const).find((each) => each === value);
}
