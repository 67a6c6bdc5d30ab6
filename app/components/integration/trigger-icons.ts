import {
  CalendarClock,
  FileInput,
  type Icon,
  MousePointerClick,
  Webhook,
  Zap,
} from '~/components/icons/icons';

/** The icons of what starts executions. */
export const triggerIcons: Partial<Record<string, Icon>> = {
  cron: CalendarClock,
  webhook: Webhook,
  manual: MousePointerClick,
  event: Zap,
  public_form: FileInput,
};
