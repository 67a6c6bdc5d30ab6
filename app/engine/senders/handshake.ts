// What senders ask of an address before they send to it. `none` answers nothing of the kind.

export const handshakes = [
  'none',
  'slack',
  'monday',
  'twitch',
  'discord',
  'meta',
  'strava',
  'websub',
  'challenge',
  'microsoft',
  'event-grid',
  'cloudevents',
  'zoom',
  'x',
  'okta',
  'ringcentral',
  'smartsheet',
  'woocommerce',
  'asana',
  'ping',
] as const;
export type Handshake = (typeof handshakes)[number];
