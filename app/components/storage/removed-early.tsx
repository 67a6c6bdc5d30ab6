import { formatCount } from '~/engine/texts/format-count';
import { RelativeTime } from '../time/relative-time';
import { formatBytes } from '~/engine/texts/format-bytes';

interface RemovedEarlyProps {
  executions: number;
  bytes: number;
  /** When the last of them was removed; null when nothing was. */
  at: string | number | null;
}

/** Shows for example `1,204 executions, 3.1 MiB, the last 2 hours ago`. */
export function RemovedEarly({ executions, bytes, at }: RemovedEarlyProps) {
  if (at === null) return 'Nothing';
  return (
    <>
      {formatCount(executions)} {executions === 1 ? 'execution' : 'executions'}, {formatBytes(bytes)}, the
      last <RelativeTime at={at} />
    </>
  );
}
