// The kinds of channels and events, without their schemas: browsers need no more.

export const channelKinds = ['email', 'slack', 'teams', 'discord', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const organizationEvents = ['failing', 'late', 'silent'] as const;
export const installationEvents = ['backup', 'disk', 'queue', 'mail'] as const;
export const alertEvents = [...organizationEvents, ...installationEvents, 'stopped'] as const;
/** `stopped`: a response rule stopped executions. The rule names who gets a mail; no channel reports it. */
export type AlertEvent = (typeof alertEvents)[number];
