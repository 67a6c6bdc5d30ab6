// The test of the whole chain that is shown beside its calls: the one that the page's address names, or the newest when
// it is asked for.
import { useRevalidator } from '@remix-run/react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import { hasEnded } from '~/engine/run/execution-status';
import type { CallTrace, ChainTest } from '~/services/test-runs/chain-test';
import { useTestToast } from '../../../integration.$integrationId/use-test-toast';

const ChainTestContext = createContext<ChainTest | undefined>(undefined);
const FormerTestContext = createContext<FormerTest | undefined>(undefined);

/** A test that is not shown. */
interface FormerTest {
  id: string;
  show: () => void;
}

export function useChainTest(): ChainTest | undefined {
  return useContext(ChainTestContext);
}

/** The newest test, as long as none is shown; undefined when there is none. */
export function useFormerTest(): FormerTest | undefined {
  return useContext(FormerTestContext);
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
  /** The id of the newest one. */
  newest: string | undefined;
  children: ReactNode;
}

/** Follows a test until it has ended, and then has the page loaded anew: variables have other last values by then. */
export function ChainTestProvider({ integrationId, loaded, newest, children }: ChainTestProviderProps) {
  const { test, show } = useLiveTest(integrationId, loaded);
  const [former, setFormer] = useState<string>();
  const { revalidate } = useRevalidator();
  const news =
    test && hasEnded(test.status) && !hasEnded(loaded?.status ?? test.status) ? test.id : undefined;
  // Of one that is looked up nobody waits to hear.
  useTestToast(test?.id === former ? undefined : test);
  useEffect(() => {
    if (news !== undefined) revalidate();
  }, [news, revalidate]);
  const offered = useMemo(() => {
    if (test || newest === undefined) return undefined;
    const showNewest = () => {
      setFormer(newest);
      show(newest);
    };
    return { id: newest, show: showNewest };
  }, [test, newest, show]);
  return (
    <ChainTestContext.Provider value={test}>
      <FormerTestContext.Provider value={offered}>{children}</FormerTestContext.Provider>
    </ChainTestContext.Provider>
  );
}

function useLiveTest(integrationId: string, loaded: ChainTest | undefined) {
  const [read, setRead] = useState(loaded);
  const [reading, setReading] = useState(false);
  // A save leads to an address that names no test: what was shown stays.
  if (loaded && (loaded.id !== read?.id || loaded.readAt > read.readAt)) setRead(loaded);
  const test = read;
  const show = useCallback(
    (id: string) => {
      setReading(true);
      void fetchTest(integrationId, id)
        .then((found) => found && setRead(found))
        .finally(() => setReading(false));
    },
    [integrationId],
  );
  const id = test?.id ?? '';
  useLiveUpdates({
    enabled: test !== undefined && !hasEnded(test.status),
    streamUrl: `/api/integrations/${integrationId}/execution-logs/stream`,
    read: useCallback(() => show(id), [show, id]),
    reading,
  });
  return { test, show };
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
