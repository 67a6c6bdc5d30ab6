import { emptyEndpoint } from './empty-endpoint';

/** The fields of each kind of trigger when the user chooses it anew. */
export const emptyTrigger = {
  manual: { fields: [] },
  webhook: { secret: '', headers: [], variables: [], endpoint: emptyEndpoint },
  cron: { cronExpression: '', timezone: 'UTC', missedRuns: 'once' },
  event: { integrationId: '', on: 'completed' },
};
