import { useEffect, useState } from 'react';

interface FoundIntegration {
  id: string;
  name: string;
  /** The host of a call, when the search found that alone. */
  host: string | null;
  /** Whether people start it, so that the palette offers that, too. */
  isRun: boolean;
}

/**
 * The results of a search on the server: integrations by name or by the host of a call, an execution by its whole id, sections
 * of the documents by their words.
 */
export interface SearchResults {
  /** The words that were searched for. */
  words: string;
  integrations: FoundIntegration[];
  execution: { id: string; integrationId: string } | null;
  /** The pages of the organization's settings that the role may open, of those that not every role may; none until it is known. */
  settingsPages: { to: string; label: string }[];
  sections: { to: string; label: string }[];
}

const nothing: SearchResults = {
  words: '',
  integrations: [],
  execution: null,
  settingsPages: [],
  sections: [],
};

/** Returns the results for the typed words. Until they arrive, earlier results stay whose name or host contains the words. */
export function useSearchResults(typed: string): SearchResults {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    fetch(`/palette?${new URLSearchParams({ q: typed })}`, { signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
      // Without a network or a session, and where the server answers a problem, the pages that are known remain.
      .then(
        (answer) => setFound({ ...answer, words: typed }),
        () =>
          signal.aborted || setFound(({ settingsPages }) => ({ ...nothing, settingsPages, words: typed })),
      );
    return () => request.abort();
  }, [typed]);
  return found.words === typed ? found : narrow(found, typed);
}

function narrow({ words, integrations, settingsPages }: SearchResults, typed: string): SearchResults {
  const named = typed.toLowerCase().replace(/^run /, '');
  const fitting = integrations.filter(
    ({ name, host }) => name.toLowerCase().includes(named) || host?.includes(named),
  );
  return { ...nothing, words, integrations: fitting, settingsPages };
}
