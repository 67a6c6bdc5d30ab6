import type { ComponentProps } from 'react';
import { lazyPart } from '~/components/network/lazy-part';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useMay } from '~/components/user/permitted';
import type { DragHandle } from './drag-handle';

const Loaded = lazyPart(false, () => import('./drag-handle').then((loaded) => loaded.DragHandle), {
  until: HandlePlace,
});

/**
 * Drawn after hydration, since dragging needs script. Until then, when loading fails, and for a user who may not edit, an empty
 * space keeps its place. The handles of a long chain that waited for their script during hydration would all be rendered anew when
 * the user opens a call.
 */
export function LazyDragHandle(props: ComponentProps<typeof DragHandle>) {
  const mayEdit = useMay().edit;
  return useHydrated() && mayEdit ? <Loaded {...props} /> : <HandlePlace />;
}

function HandlePlace() {
  return <span className="size-7 shrink-0" />;
}
