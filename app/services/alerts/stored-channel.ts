// The target of a channel's messages is sealed in the database, bound to its row: the URL of a chat's webhook is all one needs
// to write there.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { StoredChannel } from '~/db/alerts/channels';
import type { AlertThresholds, ChannelTarget } from '~/engine/alerts/channel';

/** Returns the associated data of a sealed target. */
export function associatedDataOfChannel(id: string): string {
  return `channel:${id}`;
}

export function sealTarget({ appKey }: AppKeys, id: string, target: ChannelTarget): string {
  return seal(appKey, JSON.stringify(target), associatedDataOfChannel(id));
}

/** Returns undefined when the target cannot be decrypted with the server's key. */
export function openTarget(
  keys: AppKeys,
  { id, target }: Pick<StoredChannel, 'id' | 'target'>,
): ChannelTarget | undefined {
  const text = openSealed(keys, target, associatedDataOfChannel(id));
  return text === undefined ? undefined : (JSON.parse(text) as ChannelTarget);
}

export function readThresholds({ events }: Pick<StoredChannel, 'events'>): AlertThresholds {
  return JSON.parse(events) as AlertThresholds;
}
