/** The names of the triggers on the screens. */
export const triggerNames: Partial<Record<string, string>> = {
  cron: 'Scheduled',
  webhook: 'Webhook',
  manual: 'Manual',
  event: 'Event',
};

/** Names a trigger; a type that no screen knows is its own name. */
export function nameTrigger(type: string): string {
  return triggerNames[type] ?? type;
}
