import type { Icon } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { joinClassNames } from './class-names';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  text: ReactNode;
  /** The next step: one button or link. */
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3 | 4;
  /** Whether it stands below other content; then it has no icon. */
  isSmall?: boolean;
}

/** Shown instead of an empty list: what is missing and what to do about it. */
export function EmptyState({ icon: Icon, title, text, action, headingLevel = 2, isSmall }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={joinClassNames(
        'flex flex-col items-center px-6 text-center',
        isSmall ? 'py-6' : 'py-12 sm:py-16',
      )}
    >
      {!isSmall && (
        <span className="mb-5 grid size-12 place-items-center rounded-lg border border-line bg-surface-raised text-accent-ink shadow-raised">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <Heading className="text-base font-medium text-balance">{title}</Heading>
      <p className="mt-1 max-w-sm text-balance text-ink-muted">{text}</p>
      {action && <div className={isSmall ? 'mt-4' : 'mt-6'}>{action}</div>}
    </div>
  );
}
