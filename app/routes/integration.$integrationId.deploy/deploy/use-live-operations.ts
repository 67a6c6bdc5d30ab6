import { useCallback, useState } from 'react';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import type { Operations } from '~/services/monitoring/operational-status';

/** What the page was loaded with, or what was read since: as it happens, and every 5 seconds. */
export function useLiveOperations(integrationId: string, loaded: Operations): Operations {
  const [read, setRead] = useState<Operations>();
  const [reading, setReading] = useState(false);
  useLiveUpdates({
    enabled: true,
    streamUrl: `/api/integrations/${integrationId}/execution-logs/stream`,
    read: useCallback(() => {
      setReading(true);
      void fetchOperations(integrationId)
        .then((operations) => operations && setRead(operations))
        .finally(() => setReading(false));
    }, [integrationId]),
    reading,
  });
  return read && read.readAt > loaded.readAt ? read : loaded;
}

/** Undefined when it cannot be had right now; it is asked for again soon. */
async function fetchOperations(integrationId: string): Promise<Operations | undefined> {
  try {
    const response = await fetch(`/integration/${integrationId}/operations`);
    // A user who is signed in no longer is sent to another page.
    return response.ok && !response.redirected ? ((await response.json()) as Operations) : undefined;
  } catch {
    return undefined;
  }
}
