// Few chains have loops, so this part is loaded where there is one.
import { lazyPart } from '~/components/network/lazy-part';
import { describeStored, StoredValues } from '../../form/fields/stored-values';
import { LoopPart, type LoopPartProps } from './loop-part';

export const LazyLoopPart = lazyPart(
  import.meta.env.SSR && LoopPart,
  () => import('./loop-part').then((loaded) => loaded.LoopPart),
  { until: KeptLoops, without: KeptLoops, drawnFrom: ({ list }) => describeStored(list) },
);

/** Until the script is there, and without it, a save changes nothing. */
export function KeptLoops({ list }: Pick<LoopPartProps, 'list'>) {
  const fields = list.getFieldList().flatMap((loop) => {
    // Conform lists no fields that are not asked for by name.
    const { id, throughCallId, items, itemName, atOnce, maxItems, onError, onTooMany, collect } =
      loop.getFieldset();
    const rows = collect.getFieldList().flatMap((row) => {
      const { from, saveAs } = row.getFieldset();
      return [from, saveAs];
    });
    return rows.concat(id, throughCallId, items, itemName, atOnce, maxItems, onError, onTooMany);
  });
  return <StoredValues fields={fields} />;
}
