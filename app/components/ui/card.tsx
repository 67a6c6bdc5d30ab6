import type { ReactNode } from 'react';
import { joinClassNames } from './class-names';

interface CardProps {
  title?: ReactNode;
  text?: ReactNode;
  /** Buttons or badges at the right of the title. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** The title's level in the page's outline. */
  headingLevel?: 2 | 3 | 4;
  /** Whether the content reaches the card's edges, as a table or a list does. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A raised surface for one subject. */
export function Card({
  title,
  text,
  actions,
  footer,
  headingLevel = 2,
  flush,
  className,
  children,
}: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section
      className={joinClassNames(
        'flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised shadow-raised',
        className,
      )}
    >
      {(title || actions) && (
        <header
          className={joinClassNames(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5 sm:flex-nowrap sm:px-6',
            flush && 'border-b border-line pb-4',
            !children && !flush && 'pb-5',
          )}
        >
          <div className="min-w-0">
            <Heading className="text-base font-medium">{title}</Heading>
            {text && <p className="mt-1 text-ink-muted">{text}</p>}
          </div>
          {actions && (
            <div className="flex flex-wrap items-center gap-2 sm:max-w-3/5 sm:shrink-0 sm:justify-end">
              {actions}
            </div>
          )}
        </header>
      )}
      {children && (
        <div
          className={flush ? 'grow overflow-clip not-last:rounded-none rounded-b-[11px]' : 'grow p-5 sm:px-6'}
        >
          {children}
        </div>
      )}
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-3 rounded-b-[11px] border-t border-line bg-surface px-5 py-4 sm:px-6">
          {footer}
        </footer>
      )}
    </section>
  );
}
