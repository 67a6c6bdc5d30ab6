import {
  compareValues,
  type Difference,
  wholeWordsOfForms,
  wordsOfForms,
} from '~/engine/versions/compare-values';
import { stepsAsText } from './steps-as-text';

/** Lists the differences between two states of the form, in form order. Long texts are shortened unless `whole` is set. */
export function compareForms(mine: object, theirs: object, { whole = false } = {}): Difference[] {
  const words = whole ? wholeWordsOfForms : wordsOfForms;
  return compareValues(stepsAsText(mine), stepsAsText(theirs), words);
}
