import { LoaderCircle } from '~/components/icons/icons';
import { joinClassNames } from './class-names';

/** A turning ring. Alone it needs a `label`; beside a text that says what is going on it needs none. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={joinClassNames('animate-spin', className ?? 'size-4')} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
