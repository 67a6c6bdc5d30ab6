import { joinClassNames } from './class-names';

/** The place of something that is still loading; `className` gives its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={joinClassNames('block animate-pulse rounded-md bg-surface-hover', className)}
    />
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
