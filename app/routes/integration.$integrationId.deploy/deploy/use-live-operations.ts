import { useCallback, useState } from 'react';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import type { Operations } from '~/services/monitoring/operational-status';

/** Returns the data that the page was loaded with, or newer data read since: on each event, and every 5 seconds. */
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

/** Fetches the data; undefined when that fails, and the caller asks again soon. */
async function fetchOperations(integrationId: string): Promise<Operations | undefined> {
  try {
    const response = await fetch(`/integration/${integrationId}/operations`);
    // A user whose session has ended is redirected to another page.
    return response.ok && !response.redirected ? ((await response.json()) as Operations) : undefined;
  } catch {
    return undefined;
  }
}
