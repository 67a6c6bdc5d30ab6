import { DetailsChevron } from '~/components/ui/details-chevron';
import { joinClassNames } from '~/components/ui/class-names';
import { type ReactNode, useState } from 'react';
import { type CallPart, useCallPart } from './call-parts';

interface CallSectionProps {
  part: CallPart;
  title: string;
  /** What it holds, for reading while it is closed. */
  summary: string;
  field: { valid: boolean };
  isFilled: boolean;
  children: ReactNode;
}

/**
 * A part of a call that not every call needs: open when it holds something, and when something in it is wrong. With
 * script its tab shows it alone, and the first tab shows what is filled in; without, all of them are folds.
 */
export function CallSection({ part, title, summary, field, isFilled, children }: CallSectionProps) {
  const [isOpen, setOpen] = useState(isFilled);
  const chosen = useCallPart();
  // What was emptied stays where it is, and with it the focus.
  const [wasFilled, setWasFilled] = useState(isFilled);
  if (isFilled && !wasFilled) setWasFilled(true);
  const isShown = chosen === part || !field.valid || (chosen === 'request' && wasFilled);
  return (
    <details
      open={isOpen || chosen === part || !field.valid}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={joinClassNames(!isShown && 'folded:hidden')}
    >
      <summary className="-mx-2 flex min-h-10 items-center gap-2 rounded-sm px-2 hover:bg-surface-hover">
        <DetailsChevron />
        <span className="font-medium">{title}</span>
        <span className="ml-auto truncate text-[0.8125rem] text-ink-muted">{summary}</span>
      </summary>
      <div className="pt-1 pb-4 sm:pl-6">{children}</div>
    </details>
  );
}
