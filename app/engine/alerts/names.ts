// The kinds of channels and events, without what checks them: browsers need no more.

export const channelKinds = ['email', 'slack', 'teams', 'discord', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const organizationEvents = ['failing', 'late', 'silent'] as const;
export const installationEvents = ['backup', 'disk', 'queue', 'mail'] as const;
export const alertEvents = [...organizationEvents, ...installationEvents, 'stopped'] as const;
/** `stopped`: a response rule stopped executions, and names who is mailed; no channel tells of it. */
export type AlertEvent = (typeof alertEvents)[number];
