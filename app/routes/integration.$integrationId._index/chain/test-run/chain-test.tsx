// The test of the whole chain that is shown beside its calls: the one that the page's address names, or the newest when
// the user asks for it.
import { useRevalidator } from '@remix-run/react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { fetchJson } from '~/components/network/fetch-json';
import { useLiveUpdates } from '~/components/network/use-live-updates';
import { hasEnded } from '~/engine/run/execution-status';
import type { CallTrace, ChainTest } from '~/services/test-runs/chain-test';
import { useTestToast } from '../../../integration.$integrationId/use-test-toast';

const ChainTestContext = createContext<ChainTest | undefined>(undefined);
const FormerTestContext = createContext<FormerTest | undefined>(undefined);

/** A test that is not shown yet. */
interface FormerTest {
  id: string;
  show: () => void;
}

export function useChainTest(): ChainTest | undefined {
  return useContext(ChainTestContext);
}

/** Returns the newest test while none is shown; undefined when there is none. */
export function useFormerTest(): FormerTest | undefined {
  return useContext(FormerTestContext);
}

/** Returns what the shown test did with a call; undefined when the test did not reach it. */
export function useCallTrace(callId: string | undefined): CallTrace | undefined {
  const test = useChainTest();
  return callId ? test?.calls[callId] : undefined;
}

interface ChainTestProviderProps {
  integrationId: string;
  /** The test that the page was loaded with. */
  loaded: ChainTest | undefined;
  /** The id of the newest test. */
  newest: string | undefined;
  children: ReactNode;
}

/** Follows a test until it has ended, and then reloads the page's data, because the last values of variables have changed. */
export function ChainTestProvider({ integrationId, loaded, newest, children }: ChainTestProviderProps) {
  const { test, show } = useLiveTest(integrationId, loaded);
  const [former, setFormer] = useState<string>();
  const { revalidate } = useRevalidator();
  const news =
    test && hasEnded(test.status) && !hasEnded(loaded?.status ?? test.status) ? test.id : undefined;
  // A former test that the user opened again needs no toast.
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
  // A save redirects to an address without a test; the shown test stays.
  if (loaded && (loaded.id !== read?.id || loaded.readAt > read.readAt)) setRead(loaded);
  const test = read;
  const show = useCallback(
    (id: string) => {
      setReading(true);
      void fetchJson<{ test: ChainTest | null }>(`/integration/${integrationId}/test-run?test=${id}`)
        .then((found) => found?.test && setRead(found.test))
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
