import { useCallback, useMemo, useState } from 'react';
import type { LastRun } from '~/services/executions/last-run';
import { renameSaved, type SavedId } from '../form/kept-calls';
import { isNewCall } from '../form/new-call';
import type { TestedCall } from '../form/tested-call';

type Paths = LastRun['paths'];

interface ResponsePathsOptions {
  lastRun: LastRun;
  /** The last test of a single call. */
  tested: TestedCall | undefined;
  /** The id of the newest test of the whole chain. */
  newestTest: string | undefined;
}

/**
 * Returns the fields of each call's last response, by the call's id: from its own tests since the newest test of the chain,
 * else from the last execution. `follow` keeps those of calls under the ids that a save gave them.
 */
export function useResponsePaths({ lastRun, tested, newestTest }: ResponsePathsOptions) {
  const [own, setOwn] = useState(() => ({ tested, newestTest, paths: addTested({}, tested) }));
  if (own.tested !== tested || own.newestTest !== newestTest) {
    const paths = addTested(own.newestTest === newestTest ? own.paths : {}, tested);
    setOwn({ tested, newestTest, paths });
  }
  const follow = useCallback((saved: SavedId[]) => {
    setOwn((current) => {
      const renamed = renameSaved(new Map(Object.entries(current.paths)), saved);
      const stored = Object.entries(current.paths).filter(([id]) => !isNewCall(id));
      return { ...current, paths: Object.fromEntries([...stored, ...renamed]) };
    });
  }, []);
  const responsePaths = useMemo(() => ({ ...lastRun.paths, ...own.paths }), [lastRun, own]);
  return { responsePaths, follow };
}

function addTested(paths: Paths, tested: TestedCall | undefined): Paths {
  return tested?.kind === 'response' ? { ...paths, [tested.callId]: tested.paths } : paths;
}
