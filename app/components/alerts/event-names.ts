import type { AlertEvent, ChannelKind } from '../../engine/alerts/names';

export const eventNames: Record<AlertEvent, string> = {
  failing: 'Executions fail',
  late: 'A schedule is late',
  silent: 'An integration falls silent',
  backup: 'A backup fails',
  disk: 'The disk is nearly full',
  queue: 'The queue backs up',
  mail: 'Emails do not leave',
  stopped: 'An execution was stopped',
};

export const kindNames: Record<ChannelKind, string> = {
  email: 'Email',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'Webhook',
};

/** The groups of people who get emails; single persons are named by their address. */
export const groupNames: Record<string, string> = {
  owners: 'All owners',
  managers: 'All owners and admins',
  members: 'All members',
  administrators: 'All administrators',
};
