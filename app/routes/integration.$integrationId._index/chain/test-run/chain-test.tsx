// The test of the whole chain that is shown beside its calls: the newest, or the one that the page's address names.
import { useRevalidator } from '@remix-run/react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import { hasEnded } from '~/engine/run/execution-status';
import type { CallTrace, ChainTest } from '~/services/test-runs/chain-test';
import { useTestToast } from '../../../integration.$integrationId/use-test-toast';

const ChainTestContext = createContext<ChainTest | undefined>(undefined);

export function useChainTest(): ChainTest | undefined {
  return useContext(ChainTestContext);
}

/** What the shown test did with a call; undefined when it did not come to it. */
export function useCallTrace(callId: string | undefined): CallTrace | undefined {
  const test = useChainTest();
  return callId ? test?.calls[callId] : undefined;
}

interface ChainTestProviderProps {
  integrationId: string;
  /** As the page was loaded. */
  loaded: ChainTest | undefined;
  children: ReactNode;
}

/** Follows a test until it has ended, and then has the page loaded anew: variables have other last values by then. */
export function ChainTestProvider({ integrationId, loaded, children }: ChainTestProviderProps) {
  const test = useLiveTest(integrationId, loaded);
  const { revalidate } = useRevalidator();
  const news =
    test && hasEnded(test.status) && !hasEnded(loaded?.status ?? test.status) ? test.id : undefined;
  useTestToast(test);
  useEffect(() => {
    if (news !== undefined) revalidate();
  }, [news, revalidate]);
  return <ChainTestContext.Provider value={test}>{children}</ChainTestContext.Provider>;
}

function useLiveTest(integrationId: string, loaded: ChainTest | undefined): ChainTest | undefined {
  const [read, setRead] = useState<ChainTest>();
  const [reading, setReading] = useState(false);
  const shown = read && loaded && read.id === loaded.id && read.readAt > loaded.readAt ? read : loaded;
  const id = shown?.id ?? '';
  useLiveUpdates({
    enabled: shown !== undefined && !hasEnded(shown.status),
    streamUrl: `/api/integrations/${integrationId}/execution-logs/stream`,
    read: useCallback(() => {
      setReading(true);
      void fetchTest(integrationId, id)
        .then((test) => test && setRead(test))
        .finally(() => setReading(false));
    }, [integrationId, id]),
    reading,
  });
  return shown;
}

/** Undefined when it cannot be had right now; it is asked for again soon. */
async function fetchTest(integrationId: string, id: string): Promise<ChainTest | undefined> {
  try {
    const response = await fetch(`/integration/${integrationId}/test-run?test=${id}`);
    // A user who is signed in no longer is sent to another page.
    if (!response.ok || response.redirected) return undefined;
    const { test } = (await response.json()) as { test: ChainTest | null };
    return test ?? undefined;
  } catch {
    return undefined;
  }
}
