/** The names on the screens of what starts executions. */
export const triggerNames: Partial<Record<string, string>> = {
  cron: 'Scheduled',
  webhook: 'Webhook',
  manual: 'Manual',
  event: 'Event',
  public_form: 'Public form',
};

/** Names a trigger; a type that no screen knows is its own name. */
export function nameTrigger(type: string): string {
  return triggerNames[type] ?? type;
}
