import { DetailsChevron } from '~/components/ui/details-chevron';
import { type ReactNode, useState } from 'react';

interface CallSectionProps {
  title: string;
  /** What it holds, for reading while it is closed. */
  summary: string;
  field: { valid: boolean };
  isFilled: boolean;
  children: ReactNode;
}

/** A part of a call that not every call needs: open when it holds something, and when something in it is wrong. */
export function CallSection({ title, summary, field, isFilled, children }: CallSectionProps) {
  const [isOpen, setOpen] = useState(isFilled);
  return (
    <details open={isOpen || !field.valid} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-mx-2 flex min-h-touch items-center gap-2 rounded-sm px-2 hover:bg-surface-hover">
        <DetailsChevron />
        <span className="font-medium">{title}</span>
        <span className="ml-auto truncate text-[0.8125rem] text-ink-muted">{summary}</span>
      </summary>
      <div className="pt-2 pb-5 sm:pl-6">{children}</div>
    </details>
  );
}
