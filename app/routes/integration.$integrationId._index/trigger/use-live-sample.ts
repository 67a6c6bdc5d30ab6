import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { fetchJson } from '~/components/network/fetch-json';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import type { SampleState } from '~/services/webhooks/samples';
import type { SampleFeedback } from '../form/editor-feedback';

/** Returns the newest sample state: from the page load, from a pressed button, pasted, or read since. */
export function useLiveSample(
  { integrationId, loaded, update }: SampleFeedback,
  pasted: SampleState | null | undefined,
): SampleState {
  const [newest, setNewest] = useState(loaded);
  const [read, setRead] = useState<SampleState>();
  const [reading, setReading] = useState(false);
  let shown = newest;
  for (const each of [loaded, update?.state, pasted, read])
    if (each && each.readAt > shown.readAt) shown = each;
  // Keeps the state, since the next response replaces the one that brought it.
  if (shown !== newest) setNewest(shown);
  // The page brings the values that the lists of variables show of a sample.
  const { revalidate } = useRevalidator();
  const isNew = shown.sample?.id !== loaded.sample?.id;
  useEffect(() => {
    if (isNew) revalidate();
  }, [isNew, revalidate]);
  useLiveUpdates({
    enabled: shown.listeningUntil !== null,
    streamUrl: `/api/integrations/${integrationId}/execution-logs/stream`,
    read: useCallback(() => {
      setReading(true);
      void fetchJson<SampleState>(`/integration/${integrationId}/sample`)
        .then(setRead)
        .finally(() => setReading(false));
    }, [integrationId]),
    reading,
  });
  return shown;
}
