import { CopyButton } from '../ui/copy-button';

const shownLength = 8;

/** Returns the end of an id, which tells the rows of one list apart. */
export function shortenId(id: string): string {
  return id.slice(-shownLength);
}

/** The end of an id, since ids of one minute begin alike. The whole id shows on hover, and screen readers read it. */
export function IdText({ id }: { id: string }) {
  return (
    <span title={id} className="font-mono text-[0.8125rem]">
      <span aria-hidden>{shortenId(id)}</span>
      <span className="sr-only">{id}</span>
    </span>
  );
}

/** The end of an id with a button that copies the whole id. */
export function ShortId({ id, label }: { id: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <IdText id={id} />
      <CopyButton label={label} text={id} />
    </span>
  );
}
