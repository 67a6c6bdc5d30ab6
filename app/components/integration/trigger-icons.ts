import { CalendarClock, type Icon, MousePointerClick, Webhook, Zap } from '~/components/icons/icons';

/** The icons of the triggers. */
export const triggerIcons: Partial<Record<string, Icon>> = {
  cron: CalendarClock,
  webhook: Webhook,
  manual: MousePointerClick,
  event: Zap,
};
