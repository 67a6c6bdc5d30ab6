import { Hourglass } from '~/components/icons/icons';
import { WaitText } from '~/components/time/wait-text';
import { CopyButton } from '~/components/ui/copy-button';
import { TextLink } from '~/components/ui/link';
import type { WaitView } from '../log-view/wait-view';

/** Shows a wait before a call in a line; for an answer also the message, the answer, and the address for answering. */
export function WaitLine({ wait: { text, until, asked, said, answerUrl } }: { wait: WaitView }) {
  return (
    <li className="flex min-h-9 items-start gap-2.5 px-2 py-1.5 text-[0.8125rem] text-ink-muted">
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p>{until === null ? text : <WaitText text={`${text},`} until={until} />}</p>
        {asked !== null && <p className="mt-1 whitespace-pre-wrap">Asked: {asked}</p>}
        {said !== null && <p className="mt-1 whitespace-pre-wrap">Said: {said}</p>}
        {answerUrl !== null && (
          <p className="mt-1 flex items-center gap-1">
            <TextLink to={answerUrl} reloadDocument rel="noreferrer">
              Open the page to answer
            </TextLink>
            <CopyButton label="Address to answer at" text={answerUrl} />
          </p>
        )}
      </div>
    </li>
  );
}
