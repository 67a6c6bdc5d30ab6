import { type ComponentType, lazy, Suspense } from 'react';
import { PathTree, type PathTreeProps } from './path-tree';

/** Loaded where an answer is known. What the server drew stays until it is there; the server has it already. */
const Tree: ComponentType<PathTreeProps> = import.meta.env.SSR
  ? PathTree
  : lazy(() => import('./path-tree').then((loaded) => ({ default: loaded.PathTree })));

export function LaterPathTree(props: PathTreeProps) {
  if (props.paths.length === 0) return null;
  return (
    <Suspense>
      <Tree {...props} />
    </Suspense>
  );
}
