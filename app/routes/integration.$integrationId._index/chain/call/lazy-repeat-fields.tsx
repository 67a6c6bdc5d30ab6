// Few calls are repeated, so these fields are loaded behind the page.
import { lazyPart } from '~/components/network/lazy-part';
import { describeStored, StoredValues } from '../../form/fields/stored-values';
import type { RepeatForm } from '../../form/step-schema';
import { RepeatFields, type RepeatFieldsProps } from './repeat-fields';

export const LazyRepeatFields = lazyPart(
  import.meta.env.SSR && RepeatFields,
  () => import('./repeat-fields').then((loaded) => loaded.RepeatFields),
  { until: KeptRepeat, without: KeptRepeat, drawnFrom: ({ repeat }) => describeStored(repeat) },
);

/** Until the script is there, and without it, a save changes nothing. */
export function KeptRepeat({ repeat }: RepeatFieldsProps) {
  const fields = repeat.getFieldset();
  // Conform lists no fields that are not asked for by name.
  return <StoredValues fields={names.map((name) => fields[name])} />;
}

const names = [
  'kind',
  'by',
  'nextPath',
  'cursorIn',
  'param',
  'bodyPath',
  'start',
  'pageSize',
  'items',
  'saveAs',
  'maxPages',
  'maxItems',
  'everyMs',
  'conditions',
  'everySeconds',
  'maxTries',
  'onGiveUp',
] as const satisfies readonly (keyof RepeatForm)[];
