import type { ReactNode } from 'react';
import { joinClassNames } from '~/components/ui/class-names';

/** Focusable, so that keys can scroll it. It is a group and not a region, since a page has several. */
const scrollable = { role: 'group', tabIndex: 0 } as const;

interface ScrollAreaProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Shows the beginning of long content, which scrolls within the area. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    <div
      {...scrollable}
      aria-label={label}
      className={joinClassNames('max-h-64 overflow-y-auto rounded-md border border-line', className)}
    >
      {children}
    </div>
  );
}
