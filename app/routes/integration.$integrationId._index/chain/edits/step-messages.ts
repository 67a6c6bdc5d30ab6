// Messages for added and deleted steps: with script as a toast, without script above the place.
import type { ChainNotice } from '../../form/editor-feedback';
import { newFilter } from '../../form/new-step';
import { deletedTitles } from './deleted-titles';
import { listOf, type CurrentForm } from '../../form/variable-scope';

type StepKind = keyof typeof deletedTitles;

export const moreCallsNeeded = {
  title: 'More API calls needed',
  text: 'Add at least one more API call to use conditional execution effectively.',
};

export const adjustedTitle = 'Steps between the calls changed';

/** Returns the notice of what an edit of the chain broke; undefined when it broke nothing. */
export function describeAdjusted(broken: string[]): ChainNotice | undefined {
  return broken.length > 0 ? { tone: 'warn', title: adjustedTitle, texts: broken } : undefined;
}

interface StepIntent {
  name?: string;
  defaultValue?: { otherwise?: string };
}

/** Returns the notice for adding or deleting the step of the list `name`, before the form changes. */
export function describeStepIntent(
  type: string,
  { name = '', defaultValue }: StepIntent,
  form: CurrentForm,
): ChainNotice | undefined {
  const [, call, kind] =
    /^(?:apiCalls\[(\d+)\]\.(conditional|handling|loop)|firstConditional)$/.exec(name) ?? [];
  if (kind === undefined && name !== 'firstConditional') return undefined;
  const gap = call === undefined ? 0 : Number(call) + 1;
  if (type === 'remove') {
    return { gap, tone: 'good', title: deletedTitles[(kind ?? 'conditional') as StepKind], texts: [] };
  }
  if (type !== 'insert' || kind === 'handling' || kind === 'loop' || listOf(form?.apiCalls).length > 1)
    return undefined;
  // A condition that ends the run is useful even before a single call.
  if (defaultValue?.otherwise === newFilter.otherwise) return undefined;
  return { gap, tone: 'warn', title: moreCallsNeeded.title, texts: [moreCallsNeeded.text] };
}
