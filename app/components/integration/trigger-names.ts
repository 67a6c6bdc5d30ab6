/** What starts an integration, in the words of the screens. */
export const triggerNames: Partial<Record<string, string>> = {
  cron: 'Scheduled',
  webhook: 'Webhook',
  manual: 'Manual',
  event: 'Event',
};

/** A type that no screen knows stands for itself. */
export function nameTrigger(type: string): string {
  return triggerNames[type] ?? type;
}
