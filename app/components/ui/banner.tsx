import { CircleAlert, CircleCheck, CircleX, Info, type Icon, TriangleAlert } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { joinClassNames } from './class-names';
import { markTone, softTone } from './tone';

type BannerTone = 'info' | 'good' | 'warn' | 'bad';

const icons: Record<BannerTone, Icon> = {
  info: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleX,
};

interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  /** Whether it is the response to an action: spoken at once when `bad`, at the next pause otherwise. */
  live?: boolean;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A message that belongs to the page, above its subject. A message that disappears again is a toast. */
export function Banner({ tone = 'info', title, live = false, actions, children }: BannerProps) {
  const Icon = title || tone !== 'bad' ? icons[tone] : CircleAlert;
  return (
    <div
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={joinClassNames(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg p-4 forced-colors:outline',
        softTone[tone],
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon aria-hidden className={joinClassNames('size-5 shrink-0', markTone[tone])} />
        <div className="min-w-0 flex-1">
          {title && <p className="font-medium">{title}</p>}
          {children && (
            <div className={joinClassNames('wrap-anywhere', Boolean(title) && 'mt-0.5')}>{children}</div>
          )}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
