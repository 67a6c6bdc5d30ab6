import { useCallback, useState } from 'react';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import type { SampleState } from '~/services/webhooks/samples';
import type { SampleFeedback } from '../form/editor-feedback';

/** The newest of what the page was loaded with, what a press of a button brought, and what was read since. */
export function useLiveSample({ integrationId, loaded, update }: SampleFeedback): SampleState {
  const [newest, setNewest] = useState(loaded);
  const [read, setRead] = useState<SampleState>();
  const [reading, setReading] = useState(false);
  let shown = newest;
  for (const each of [loaded, update?.state, read]) if (each && each.readAt > shown.readAt) shown = each;
  // Other responses take the place of the one that brought it.
  if (shown !== newest) setNewest(shown);
  useLiveUpdates({
    enabled: shown.listeningUntil !== null,
    streamUrl: `/api/integrations/${integrationId}/execution-logs/stream`,
    read: useCallback(() => {
      setReading(true);
      void fetchSample(integrationId)
        .then(setRead)
        .finally(() => setReading(false));
    }, [integrationId]),
    reading,
  });
  return shown;
}

/** Undefined when it cannot be had right now; it is asked for again soon. */
async function fetchSample(integrationId: string): Promise<SampleState | undefined> {
  try {
    const response = await fetch(`/integration/${integrationId}/sample`);
    // A user who is signed in no longer is sent to another page.
    return response.ok && !response.redirected ? ((await response.json()) as SampleState) : undefined;
  } catch {
    return undefined;
  }
}
