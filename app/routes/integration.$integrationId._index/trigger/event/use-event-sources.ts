import { useParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { fetchJson } from '~/components/network/fetch-json';
import type { EventSources } from '~/db/integrations/choices';

interface Missing {
  /** Whether the trigger is an event whose list the page does not have. */
  isMissing: boolean;
  /** The value of the choice that the list has to contain; empty for none. */
  chosen: string;
  onLoaded: (sources: EventSources) => void;
}

/** Loads what an event may wait for while that is missing, and anew with `retry` after a failure. */
export function useEventSources({ isMissing, chosen, onLoaded }: Missing) {
  const { integrationId } = useParams();
  const url = `/integration/${integrationId}/event-sources?${new URLSearchParams({ chosen })}`;
  const [tries, setTries] = useState(1);
  /** The number of the last try that failed. */
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    if (!isMissing) return;
    const leaving = new AbortController();
    void fetchJson<EventSources>(url, leaving.signal).then((sources) => {
      if (leaving.signal.aborted) return;
      if (sources) onLoaded(sources);
      else setFailed(tries);
    });
    return () => leaving.abort();
  }, [isMissing, url, tries, onLoaded]);
  return {
    hasFailed: failed > 0,
    isLoading: isMissing && failed < tries,
    retry: () => setTries(tries + 1),
  };
}
