// Which channels watch an integration, and whether anybody is notified of its failures.
import type { AppContext } from '~/context';
import { listChannels, type StoredChannel } from '~/db/alerts/channels';
import type { ResponseHandlingStep } from '~/engine/definition/response-step';
import { includesTag } from '~/engine/definition/tags';
import { readThresholds } from './stored-channel';

/** Checks whether a channel watches an integration, or with a null id the installation. */
export function isWatchedBy(
  { integrationId, tag }: StoredChannel,
  about: { integrationId: string | null; tags: string[] },
): boolean {
  if (tag !== null) return includesTag(about.tags, tag);
  return integrationId === null || integrationId === about.integrationId;
}

interface FailingIntegration {
  id: string;
  organizationId: string;
  tags: string[];
  responseHandlingSteps: ResponseHandlingStep[];
}

/**
 * Checks whether a channel notifies of the integration's failures, or a response rule of it mails when it stops an execution.
 */
export async function isAnybodyNotified(
  { db }: AppContext,
  { id, organizationId, tags, responseHandlingSteps }: FailingIntegration,
): Promise<boolean> {
  const stops = responseHandlingSteps.some(
    ({ responseHandling: { defaultAction, statusCodeActions } }) =>
      defaultAction === 'stop_notify' || statusCodeActions.some(({ action }) => action === 'stop_notify'),
  );
  if (stops) return true;
  const channels = await listChannels(db, { organizationId });
  return channels.some(
    (channel) =>
      isWatchedBy(channel, { integrationId: id, tags }) && readThresholds(channel).failing !== undefined,
  );
}
