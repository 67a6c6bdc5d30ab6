import { useCallback, useState } from 'react';
import { fetchJson } from '~/components/network/fetch-json';
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
      void fetchJson<Operations>(`/integration/${integrationId}/operations`)
        .then((operations) => operations && setRead(operations))
        .finally(() => setReading(false));
    }, [integrationId]),
    reading,
  });
  return read && read.readAt > loaded.readAt ? read : loaded;
}
