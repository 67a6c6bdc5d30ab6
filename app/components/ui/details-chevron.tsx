import { ChevronRight } from '~/components/icons/icons';
import { joinClassNames } from './class-names';

/** An arrow in the summary of `details`, which points down while they are open. */
export function DetailsChevron({ className = 'size-4' }: { className?: string }) {
  return (
    <ChevronRight
      aria-hidden
      className={joinClassNames(
        'shrink-0 text-ink-muted transition-transform [details[open]>summary_&]:rotate-90',
        className,
      )}
    />
  );
}
