// Where a channel's messages go is sealed in the database, bound to its row: the address of a chat's webhook is all one needs to
// write there.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { StoredChannel } from '~/db/alerts/channels';
import type { AlertThresholds, ChannelTarget } from '~/engine/alerts/channel';

/** What a sealed target is bound to. */
export function placeOfChannel(id: string): string {
  return `channel:${id}`;
}

export function sealTarget({ appKey }: AppKeys, id: string, target: ChannelTarget): string {
  return seal(appKey, JSON.stringify(target), placeOfChannel(id));
}

/** Undefined when it cannot be decrypted with the key the server was given. */
export function openTarget(
  keys: AppKeys,
  { id, target }: Pick<StoredChannel, 'id' | 'target'>,
): ChannelTarget | undefined {
  const text = openSealed(keys, target, placeOfChannel(id));
  return text === undefined ? undefined : (JSON.parse(text) as ChannelTarget);
}

export function readThresholds({ events }: Pick<StoredChannel, 'events'>): AlertThresholds {
  return JSON.parse(events) as AlertThresholds;
}
