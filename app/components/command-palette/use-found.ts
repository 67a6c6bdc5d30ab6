import { useEffect, useState } from 'react';

/** What the server finds by words: integrations by name, an execution by its whole id. */
export interface Found {
  /** The words that it answers. */
  words: string;
  integrations: { id: string; name: string }[];
  execution: { id: string; integrationId: string } | null;
}

const nothing: Found = { words: '', integrations: [], execution: null };

/** Until what was typed is answered, what was found last stays as far as its name holds the words. */
export function useFound(typed: string): Found {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    fetch(`/palette?${new URLSearchParams({ q: typed })}`, { signal })
      .then((response) => response.json())
      // Without a network, or a session, the pages are there all the same.
      .then(
        (answer) => setFound({ ...answer, words: typed }),
        () => signal.aborted || setFound({ ...nothing, words: typed }),
      );
    return () => request.abort();
  }, [typed]);
  return found.words === typed ? found : narrow(found, typed);
}

function narrow({ words, integrations }: Found, typed: string): Found {
  const named = typed.toLowerCase();
  const fitting = integrations.filter(({ name }) => name.toLowerCase().includes(named));
  return { words, integrations: fitting, execution: null };
}
