import { type ReactNode, useState } from 'react';
import { DetailsChevron } from '~/components/ui/details-chevron';

interface FoldProps {
  title: string;
  /** A summary of the content, shown while the fold is closed. */
  summary: string;
  /** Whether the fold begins open; it also opens when this becomes true. */
  isOpen?: boolean;
  /** Whether the fold stays open, because something in it is wrong or asked for. */
  isHeldOpen?: boolean;
  className?: string | undefined;
  /** Marks a call's body, which the style sheet hides for methods that seldom have one. */
  'data-body'?: string | undefined;
  children: ReactNode;
}

/** One line that says what a part of the form holds, and opens that part. The browser opens it, also without script. */
export function Fold({
  title,
  summary,
  isOpen: isMeantOpen = false,
  isHeldOpen = false,
  className,
  'data-body': body,
  children,
}: FoldProps) {
  const [seen, setSeen] = useState({ isOpen: isMeantOpen, isMeantOpen });
  const isOpen = seen.isOpen || (isMeantOpen && !seen.isMeantOpen);
  return (
    <details
      open={isOpen || isHeldOpen}
      onToggle={(event) => setSeen({ isOpen: event.currentTarget.open, isMeantOpen })}
      className={className}
      data-body={body}
    >
      <summary className="-mx-2 flex min-h-10 items-center gap-2 rounded-sm px-2 @max-[16rem]:flex-wrap sm:min-h-8 hover:bg-surface-hover">
        <DetailsChevron />
        <span className="font-medium">{title}</span>
        <span className="ml-auto min-w-0 truncate text-[0.8125rem] text-ink-muted">{summary}</span>
      </summary>
      <div className="pt-2 pb-4 sm:pl-6">{children}</div>
    </details>
  );
}
