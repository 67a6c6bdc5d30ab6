import { type ComponentType, lazy, Suspense } from 'react';
import { SamplePreview, type SamplePreviewProps } from './sample-preview';

/** Loaded where there is a sample. What the server drew stays until it is there; the server has it already. */
const Shown: ComponentType<SamplePreviewProps> = import.meta.env.SSR
  ? SamplePreview
  : lazy(() => import('./sample-preview').then((loaded) => ({ default: loaded.SamplePreview })));

export function LazySamplePreview(props: SamplePreviewProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
