// Why deliveries were rejected before they became an execution, for people who set up a sender. The list is kept in memory
// only: nothing of an untrusted delivery is stored, and a thousand of them cause no writes.
import type { RejectedDelivery, Rejections } from '~/context';

const keptRejections = 20;
const keptIntegrations = 1_000;
const maxReasonLength = 200;

/** Keeps the newest 20 rejections of each of the 1,000 integrations that rejected last. Equal ones in a row are counted. */
export function createRejections(): Rejections {
  const byIntegration = new Map<string, RejectedDelivery[]>();
  return {
    record(integrationId, { reason: text, ...facts }) {
      // A reason may quote what the sender sent.
      const reason = text.slice(0, maxReasonLength);
      const known = byIntegration.get(integrationId) ?? [];
      const [last] = known;
      const isSame = last?.reason === reason;
      const [count, since] = isSame ? [last.count + 1, last.since] : [1, facts.at];
      const newest = { ...facts, reason, count, since };
      // Deleted and set again, so that the map is in the order of the last rejections.
      byIntegration.delete(integrationId);
      byIntegration.set(
        integrationId,
        [newest, ...(isSame ? known.slice(1) : known)].slice(0, keptRejections),
      );
      const [oldest] = byIntegration.keys();
      if (byIntegration.size > keptIntegrations && oldest) byIntegration.delete(oldest);
    },
    list: (integrationId) => byIntegration.get(integrationId) ?? [],
  };
}
