import { joinClassNames } from './class-names';

/** A placeholder for content that is still loading; `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={joinClassNames('block animate-pulse rounded-md bg-surface-hover', className)}
    />
  );
}

/** A card that is still loading, as wide as the page. */
export function SkeletonCard() {
  return (
    <div aria-hidden className="rounded-lg border border-line bg-surface-raised p-5 shadow-raised sm:p-6">
      <Skeleton className="mb-6 h-6 w-48 max-w-full" />
      <SkeletonText lines={6} />
    </div>
  );
}

/** The cards of a list that is still loading. */
export function SkeletonCards() {
  return (
    <div aria-hidden className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: 6 }, (_, card) => (
        <div key={card} className="rounded-lg border border-line bg-surface-raised p-5 shadow-raised">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="mt-3 mb-4 h-6 w-3/5" />
          <SkeletonText lines={2} />
          <Skeleton className="mt-8 h-9" />
        </div>
      ))}
    </div>
  );
}

/** A list in a card that is still loading. */
export function SkeletonRows() {
  return (
    <div aria-hidden className="rounded-lg border border-line bg-surface-raised shadow-raised">
      <div className="border-b border-line p-5 sm:px-6">
        <Skeleton className="h-6 w-48 max-w-full" />
      </div>
      <SkeletonList rows={8} />
    </div>
  );
}

/** The rows of a list that is still loading, as tall as those of a log. */
export function SkeletonList({ rows, className }: { rows: number; className?: string }) {
  return (
    <div aria-hidden className={joinClassNames('divide-y divide-line', className)}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} data-skeleton-row className="flex h-11 items-center gap-4 px-5 sm:px-6">
          <Skeleton className="h-4 w-28 shrink-0" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-12 shrink-0" />
        </div>
      ))}
    </div>
  );
}

/** Lines of text that are still loading; the last one is shorter, as in a paragraph. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span className="flex flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 ? 'h-4 w-3/5' : 'h-4 w-full'} />
      ))}
    </span>
  );
}
