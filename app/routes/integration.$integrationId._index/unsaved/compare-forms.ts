import { compareValues, type Difference } from '~/engine/versions/compare-values';
import { stepsAsText } from './steps-as-text';

/** All differences of two states of the editor's form, in the order of the form. */
export function compareForms(mine: object, theirs: object): Difference[] {
  return compareValues(stepsAsText(mine), stepsAsText(theirs));
}
