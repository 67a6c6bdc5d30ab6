import { useEffect, useState } from 'react';
import { useBrowserValue } from '../ui/use-hydrated';

const pollMs = 5000;
/** The shortest time between two reads of the page, in milliseconds. */
const minGapMs = 1000;
/**
 * How long a read may take, in milliseconds. Then it is started again, since a read that a navigation interrupted may never
 * end.
 */
const stalledMs = 15_000;

interface LiveUpdates {
  enabled: boolean;
  /** The address of a stream with an event `change` for each change; without it the page is only read every 5 seconds. */
  streamUrl?: string;
  /** Reads the page's data again. */
  read: () => void;
  reading: boolean;
}

/**
 * Reads the page every 5 seconds, and soon after the stream reports a change, while the page is visible. A hidden page does
 * neither: it holds no connection, and catches up when it is visible again.
 */
export function useLiveUpdates({ enabled, streamUrl, read, reading }: LiveUpdates) {
  const visible = useBrowserValue(isVisible, followVisibility);
  const [changed, setChanged] = useState(false);
  // A state, because each read has to start the next wait. When a read ends before a busy browser draws, nothing else changes.
  const [readAt, setReadAt] = useState(-minGapMs);
  const following = enabled && visible;

  useEffect(() => {
    if (!following || streamUrl === undefined) return;
    const stream = new EventSource(streamUrl);
    const onChange = () => setChanged(true);
    stream.addEventListener('change', onChange);
    // The stream does not report changes from before it was open, or while it was interrupted.
    stream.addEventListener('open', onChange);
    return () => stream.close();
  }, [following, streamUrl]);

  useEffect(() => {
    if (!following) return;
    const soonMs = Math.max(0, readAt + minGapMs - performance.now());
    const delayMs = reading ? stalledMs : changed ? soonMs : pollMs;
    const timer = setTimeout(() => {
      setReadAt(performance.now());
      setChanged(false);
      read();
    }, delayMs);
    return () => clearTimeout(timer);
  }, [following, reading, changed, readAt, read]);
}

function followVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isVisible() {
  return document.visibilityState === 'visible';
}
