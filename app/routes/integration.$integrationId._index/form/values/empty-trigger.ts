import { emptyDoor } from './empty-door';

/** The fields of each kind of trigger when the user chooses it anew. */
export const emptyTrigger = {
  webhook: { secret: '', headers: [], variables: [], door: emptyDoor },
  cron: { cronExpression: '', timezone: 'UTC', missedRuns: 'once' },
  event: { integrationId: '', on: 'completed' },
};
