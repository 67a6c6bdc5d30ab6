import { Skeleton, SkeletonCard, SkeletonCards, SkeletonRows } from '../ui/skeleton';
import { listPaths } from './list-paths';
import { LoadingPlaceholder } from './loading-placeholder';

/** Stands in for the screen at `path` while it loads. */
export function LoadingScreen({ path }: { path: string }) {
  return (
    <LoadingPlaceholder>
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="mt-3 mb-8 h-4 w-96 max-w-full" />
      <Content path={path} />
    </LoadingPlaceholder>
  );
}

function Content({ path }: { path: string }) {
  if (path === '/') return <Dashboard />;
  return listPaths.test(path) ? <SkeletonRows /> : <SkeletonCard />;
}

function Dashboard() {
  return (
    <>
      <div className="grid summary-columns gap-4">
        {['calls', 'integrations', 'triggers', 'plan'].map((figure) => (
          <Skeleton key={figure} className="h-28" />
        ))}
      </div>
      <Skeleton className="mt-10 mb-4 h-9 w-48" />
      <SkeletonCards />
    </>
  );
}
