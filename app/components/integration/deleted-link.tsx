import { formatCount } from '~/engine/texts/format-count';
import { TextLink } from '../ui/link';

/** The way to the deleted integrations that can be restored; nothing while there are none. */
export function DeletedLink({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-6 text-center text-sm">
      <TextLink to="/integration/deleted">
        {count === 1 ? '1 deleted integration' : `${formatCount(count)} deleted integrations`}
      </TextLink>
    </p>
  );
}
