import { lazyPart } from '~/components/network/lazy-part';
import { DragHandle } from './drag-handle';

/** Nobody drags before the page works; until then, and without it, its place stays empty. */
export const LazyDragHandle = lazyPart(
  import.meta.env.SSR && DragHandle,
  () => import('./drag-handle').then((loaded) => loaded.DragHandle),
  { until: HandlePlace, without: HandlePlace },
);

function HandlePlace() {
  return <span className="size-7 shrink-0" />;
}
