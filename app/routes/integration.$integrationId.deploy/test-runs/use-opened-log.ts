import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { TestLog } from '~/services/test-runs/log-schema';
import type { TestLine } from '~/services/test-runs/test-lines';

interface Opening {
  line: TestLine;
  /** The integration's address. */
  address: string;
  /** What the page was loaded with. */
  loaded: TestLog | undefined;
}

interface OpenedLog {
  log: TestLog | undefined;
  hasFailed: boolean;
  retry: () => void;
  /** For the element that opens. */
  details: {
    ref: RefObject<HTMLDetailsElement>;
    open: boolean;
    onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => void;
  };
}

/** Reads what a line tells of once it is open, and again when the line changes, as while its call is tried again. */
export function useOpenedLog({ line, address, loaded }: Opening): OpenedLog {
  const { id, hasDetails, status, message } = line;
  // The line as it was when its log was read.
  const state = `${status} ${message}`;
  const ref = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(loaded !== undefined);
  const [read, setRead] = useState({ state: loaded ? state : undefined, log: loaded });
  const [hasFailed, setFailed] = useState(false);
  // It may have been opened before script came.
  useEffect(() => setOpen(ref.current?.open ?? false), []);
  const isWanted = isOpen && hasDetails && !hasFailed && read.state !== state;
  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    fetchLog(`${address}/test-log?id=${id}`, ending.signal)
      .then((log) => (log ? setRead({ state, log }) : setFailed(true)))
      .catch(() => setFailed(!ending.signal.aborted));
    return () => ending.abort();
  }, [isWanted, address, id, state]);
  return {
    log: read.log,
    hasFailed,
    retry: () => setFailed(false),
    details: {
      ref,
      open: isOpen,
      onToggle: ({ currentTarget }) => setOpen(currentTarget.open),
    },
  };
}

/** Undefined when it cannot be had, or is gone. */
async function fetchLog(url: string, signal: AbortSignal): Promise<TestLog | undefined> {
  const response = await fetch(url, { signal });
  // A user who is signed in no longer is sent to another page.
  return response.ok && !response.redirected ? ((await response.json()) as TestLog) : undefined;
}
