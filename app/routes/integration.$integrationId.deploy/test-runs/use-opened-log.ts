import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { fetchJson } from '~/components/network/fetch-json';
import type { TestLog } from '~/services/test-runs/log-schema';
import type { TestLine } from '~/services/test-runs/test-lines';

interface Opening {
  line: TestLine;
  /** The URL of the integration. */
  address: string;
  /** The log that the page was loaded with. */
  loaded: TestLog | undefined;
}

interface OpenedLog {
  log: TestLog | undefined;
  /** Whether reading it in its present state failed; `log` may be that of a state before. */
  hasFailed: boolean;
  retry: () => void;
  /** The attributes of the `details` element. */
  details: {
    ref: RefObject<HTMLDetailsElement>;
    open: boolean;
    onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => void;
  };
}

/** Reads the log of a line once the line is open, and again when the line changes, for example while its call is retried. */
export function useOpenedLog({ line, address, loaded }: Opening): OpenedLog {
  const { id, hasDetails, status, attempts, duration, message } = line;
  // The state of the line that a log is read for.
  const state = `${status} ${attempts} ${duration} ${message}`;
  const ref = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(loaded !== undefined);
  const [read, setRead] = useState({ state: loaded ? state : undefined, log: loaded });
  const [failedState, setFailedState] = useState<string>();
  const hasFailed = failedState === state;
  // The user may have opened the element before script ran.
  useEffect(() => setOpen(ref.current?.open ?? false), []);
  const isWanted = isOpen && hasDetails && !hasFailed && read.state !== state;
  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    void fetchJson<TestLog>(`${address}/test-log?id=${id}`, ending.signal).then((log) => {
      if (ending.signal.aborted) return;
      // It fails, too, when the log was deleted.
      if (log) setRead({ state, log });
      else setFailedState(state);
    });
    return () => ending.abort();
  }, [isWanted, address, id, state]);
  return {
    log: read.log,
    hasFailed,
    retry: () => setFailedState(undefined),
    details: {
      ref,
      open: isOpen,
      onToggle: ({ currentTarget }) => setOpen(currentTarget.open),
    },
  };
}
