import type { Icon } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { joinClassNames } from './class-names';
import { softTone, type Tone } from './tone';

interface BadgeProps {
  tone?: Tone;
  icon?: Icon;
  /** Whether the icon turns, for a state that is under way. */
  spin?: boolean;
  children: ReactNode;
}

/** A short state or count. The words carry the meaning; the colour repeats it. */
export function Badge({ tone = 'neutral', icon: Icon, spin = false, children }: BadgeProps) {
  return (
    <span
      className={joinClassNames(
        // A contrast theme takes its ground away.
        'forced-colors:outline',
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 rounded-[0.75rem] px-2.5 py-0.5 text-xs font-medium tabular-nums sm:whitespace-nowrap',
        softTone[tone],
      )}
    >
      {Icon && <Icon aria-hidden className={joinClassNames('size-3.5 shrink-0', spin && 'animate-spin')} />}
      <span className="min-w-0 wrap-break-word sm:truncate">{children}</span>
    </span>
  );
}
