import { CopyButton } from '../ui/copy-button';

/** So many characters, the last ones: ids of one day begin alike. */
const shownLength = 8;

/** An id in few characters; the whole on hover, for screen readers, and when it is copied. */
export function ShortId({ id, label }: { id: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <span title={id} className="font-mono text-[0.8125rem]">
        <span aria-hidden>…{id.slice(-shownLength)}</span>
        <span className="sr-only">{id}</span>
      </span>
      <CopyButton label={label} text={id} />
    </span>
  );
}
