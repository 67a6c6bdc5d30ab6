import { lazyPart } from '~/components/network/lazy-part';
import { DragHandle } from './drag-handle';

/** Loaded after hydration, since dragging needs script. Until then, and when loading fails, an empty space keeps its place. */
export const LazyDragHandle = lazyPart(
  import.meta.env.SSR && DragHandle,
  () => import('./drag-handle').then((loaded) => loaded.DragHandle),
  { until: HandlePlace },
);

function HandlePlace() {
  return <span className="size-7 shrink-0" />;
}
