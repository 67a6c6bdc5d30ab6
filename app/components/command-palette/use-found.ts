import { useEffect, useState } from 'react';

/** What the server finds by words: integrations by name, an execution by its whole id. */
export interface Found {
  integrations: { id: string; name: string }[];
  execution: { id: string; integrationId: string } | null;
}

const nothing: Found = { integrations: [], execution: null };

/** What was found last stays until the next is there. */
export function useFound(typed: string): Found {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    fetch(`/palette?${new URLSearchParams({ q: typed })}`, { signal })
      .then((response) => response.json())
      // Without a network, or a session, the pages are there all the same.
      .then(setFound, () => signal.aborted || setFound(nothing));
    return () => request.abort();
  }, [typed]);
  return found;
}
