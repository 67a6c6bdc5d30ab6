// Few calls are repeated, so these fields are loaded behind the page.
import { lazyPart } from '~/components/network/lazy-part';
import { StoredValues } from '../../form/fields/stored-values';
import { RepeatFields, type RepeatFieldsProps } from './repeat-fields';

export const LazyRepeatFields = lazyPart(
  import.meta.env.SSR && RepeatFields,
  () => import('./repeat-fields').then((loaded) => loaded.RepeatFields),
  { until: KeptRepeat, without: KeptRepeat },
);

function KeptRepeat({ repeat }: RepeatFieldsProps) {
  return <StoredValues fields={Object.values(repeat.getFieldset())} />;
}
