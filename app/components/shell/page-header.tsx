import { Link } from '@remix-run/react';
import { ArrowLeft } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { joinClassNames } from '../ui/class-names';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** The badges beside the title. */
  badges?: ReactNode;
  actions?: ReactNode;
  /** Shown instead of title and subtitle while the user edits them. */
  instead?: ReactNode;
  back?: { to: string; label: string };
  /** Whether the screen below has several panes. */
  isDense?: boolean;
}

/** The title of a screen, the link back, and the actions. */
export function PageHeader({
  title,
  subtitle,
  badges,
  actions,
  instead,
  back,
  isDense = false,
}: PageHeaderProps) {
  return (
    <header className={isDense ? 'mb-3 sm:flex sm:items-start sm:gap-3' : 'mb-8'}>
      {back && (
        <Link
          to={back.to}
          className={joinClassNames(
            isDense ? 'mb-1 shrink-0 sm:mt-1' : 'mb-4',
            '-ml-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm px-1 font-medium text-ink-muted hover:text-ink',
          )}
        >
          <ArrowLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      )}
      <div
        className={joinClassNames(
          // With large text the actions wrap below the title, which is not squeezed.
          'flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-4',
        )}
      >
        {instead && <div className="min-w-0 flex-1 basis-80">{instead}</div>}
        <div className={instead ? 'sr-only' : 'min-w-0 flex-1 basis-64'}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 dir="auto" className="text-2xl font-medium tracking-tight wrap-anywhere">
              {title}
            </h1>
            {badges && <div className="flex min-w-0 flex-wrap items-center gap-2">{badges}</div>}
          </div>
          {subtitle && <p className="mt-1.5 max-w-2xl text-ink-muted">{subtitle}</p>}
        </div>
        {actions && (
          <div
            className={joinClassNames(
              'flex flex-wrap items-center gap-3',
              isDense &&
                'max-lg:-ml-4 max-sm:-ml-2 max-sm:gap-1 max-sm:[&_svg]:hidden max-sm:*:min-h-8 max-sm:*:px-2 max-sm:*:text-[0.8125rem]',
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
