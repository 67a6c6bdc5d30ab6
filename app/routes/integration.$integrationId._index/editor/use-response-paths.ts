import { useCallback, useMemo, useState } from 'react';
import type { LastRun } from '~/services/executions/last-run';
import type { EditorForm } from '../form/editor-form';
import type { TestedCall } from '../form/tested-call';
import type { StoredSave } from './use-reset-on-save';

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
 * else from the last execution. `followSave` keeps those of calls that had no stored id before a save.
 */
export function useResponsePaths({ lastRun, tested, newestTest }: ResponsePathsOptions) {
  const [own, setOwn] = useState(() => ({ tested, newestTest, paths: addTested({}, tested) }));
  if (own.tested !== tested || own.newestTest !== newestTest) {
    const paths = addTested(own.newestTest === newestTest ? own.paths : {}, tested);
    setOwn({ tested, newestTest, paths });
  }
  const followSave = useCallback(({ sent, values }: StoredSave<EditorForm>) => {
    setOwn((current) => {
      const paths = { ...current.paths };
      for (const [index, { id }] of values.apiCalls.entries()) {
        const found = paths[String(sent.get(`apiCalls[${index}].id`))];
        if (found) paths[id] = found;
      }
      return { ...current, paths };
    });
  }, []);
  const responsePaths = useMemo(() => ({ ...lastRun.paths, ...own.paths }), [lastRun, own]);
  return { responsePaths, followSave };
}

function addTested(paths: Paths, tested: TestedCall | undefined): Paths {
  return tested?.kind === 'response' ? { ...paths, [tested.callId]: tested.paths } : paths;
}
