import { type ComponentType, lazy, Suspense } from 'react';
import { PathPicker, type PathPickerProps } from './path-picker';

/** Loaded where an answer is known. What the server drew stays until it is there; the server has it already. */
const Tree: ComponentType<PathPickerProps> = import.meta.env.SSR
  ? PathPicker
  : lazy(() => import('./path-picker').then((loaded) => ({ default: loaded.PathPicker })));

export function LazyPathPicker(props: PathPickerProps) {
  if (props.paths.length === 0) return null;
  return (
    <Suspense>
      <Tree {...props} />
    </Suspense>
  );
}
