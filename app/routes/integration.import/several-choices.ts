// The choices of the form for several integrations, as its fields hold them.
import type { SeveralChoices, Treatment } from '~/services/imports/import-several';

/** The prefix of the field for one integration; its key follows. */
export const choicePrefix = 'choice:';

/** The field for all integrations that differ and have no choice of their own. */
export const changedField = 'changed';

/** Returns what the form says of each integration. What is new is imported only when the form said so. */
export function readChoices(form: FormData): SeveralChoices['choose'] {
  const ofChanged = readTreatment(form.get(changedField)) ?? 'skip';
  return ({ key, status }) => {
    const choice = readTreatment(form.get(`${choicePrefix}${key}`));
    if (status === 'new') return choice === undefined || choice === 'skip' ? 'skip' : 'create';
    return choice ?? ofChanged;
  };
}

function readTreatment(value: FormDataEntryValue | null): Treatment | undefined {
  return (['create', 'copy', 'replace', 'skip'] as const).find((each) => each === value);
}
