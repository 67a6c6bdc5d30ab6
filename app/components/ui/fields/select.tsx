import { ChevronDown } from '~/components/icons/icons';
import type { ChangeEvent, SelectHTMLAttributes } from 'react';
import { joinClassNames } from '../class-names';
import { controlClassName } from './input';
import { useReadOnly } from '../read-only';

/** The browser's own select: it works without script and is the best control on a phone. */
export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={joinClassNames('relative block', className)}>
      <select
        disabled={useReadOnly()}
        {...rest}
        className={joinClassNames(
          controlClassName,
          'h-10 appearance-none pr-9 pl-3 text-ellipsis max-sm:h-11',
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 size-4 text-ink-muted"
      />
    </span>
  );
}

/** Sends the form of a select as soon as the user chooses an option. */
export function submitOnChange({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
  currentTarget.form?.requestSubmit();
}
