import { compareValues, type Difference, wholeWordsOfForms } from '~/engine/versions/compare-values';
import { stepsAsText } from './steps-as-text';

/** All differences of two states of the editor's form, in the order of the form; long texts are shortened unless `whole`. */
export function compareForms(mine: object, theirs: object, { whole = false } = {}): Difference[] {
  const words = whole ? wholeWordsOfForms : undefined;
  return compareValues(stepsAsText(mine), stepsAsText(theirs), words);
}
