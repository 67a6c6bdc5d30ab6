import { Hourglass } from 'lucide-react';
import { WaitText } from '~/components/time/wait-text';
import type { WaitView } from '../log-view/wait-view';

/** A wait before a call, in a line. */
export function WaitLine({ wait: { text, until } }: { wait: WaitView }) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 px-2 py-1.5 text-[0.8125rem] text-ink-muted">
      <Hourglass aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {until === null ? text : <WaitText text={`${text},`} until={until} />}
      </span>
    </li>
  );
}
