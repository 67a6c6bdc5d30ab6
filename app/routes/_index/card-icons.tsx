// The icons of the cards. A page has many cards, so each icon is drawn once and the cards refer to it.
import {
  CalendarClock,
  CopyPlus,
  Ellipsis,
  type LucideIcon,
  MousePointerClick,
  ScrollText,
  Trash2,
  Webhook,
  Zap,
} from 'lucide-react';

const icons = {
  logs: ScrollText,
  duplicate: CopyPlus,
  more: Ellipsis,
  delete: Trash2,
  manual: MousePointerClick,
  webhook: Webhook,
  cron: CalendarClock,
  event: Zap,
} satisfies Record<string, LucideIcon>;

type IconName = keyof typeof icons;

/** Renders the icons, once on a page, before its cards. */
export function CardIcons() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={`card-${name}`} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}

function refersTo(name: IconName) {
  return function CardIcon({ className }: { className?: string }) {
    return (
      <svg aria-hidden className={className}>
        <use href={`#card-${name}`} />
      </svg>
    );
  };
}

export const LogsIcon = refersTo('logs');
export const DuplicateIcon = refersTo('duplicate');
export const MoreIcon = refersTo('more');
export const DeleteIcon = refersTo('delete');

/** The icons by kind of trigger. */
export const triggerIcons: Record<string, ReturnType<typeof refersTo>> = {
  manual: refersTo('manual'),
  webhook: refersTo('webhook'),
  cron: refersTo('cron'),
  event: refersTo('event'),
};
