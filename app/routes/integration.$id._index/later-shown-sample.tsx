import { type ComponentType, lazy, Suspense } from 'react';
import { ShownSample, type ShownSampleProps } from './shown-sample';

/** Loaded where there is a sample. What the server drew stays until it is there; the server has it already. */
const Shown: ComponentType<ShownSampleProps> = import.meta.env.SSR
  ? ShownSample
  : lazy(() => import('./shown-sample').then((loaded) => ({ default: loaded.ShownSample })));

export function LaterShownSample(props: ShownSampleProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
