import { type ReactNode, useState } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { Fold } from '../../form/fields/fold';
import type { CallPart } from '../../form/kept-calls';

interface CallSectionProps {
  part: CallPart;
  /** The part that is shown. */
  chosen: CallPart;
  title: string;
  /** A summary of the part, shown while it is closed. */
  summary: string;
  field: { valid: boolean; dirty: boolean };
  /** The number of items in the part. */
  filled: number;
  /** Whether the content is too long for `summary` to show. */
  isLong?: boolean;
  /** Whether something in the part needs the user's attention. */
  isAsked?: boolean;
  children: ReactNode;
}

/**
 * A part of a call that not every call needs. It opens when something in it is wrong, unsaved or added, and from the
 * start when `summary` cannot show its content. With script, its tab shows it alone; the first tab shows the filled parts
 * and the body, which nearly every call that can have one has. Without script, all parts are folds.
 */
export function CallSection({
  part,
  chosen,
  title,
  summary,
  field,
  filled,
  isLong = false,
  isAsked = false,
  children,
}: CallSectionProps) {
  const [seen, setSeen] = useState({ filled, hasGrown: false });
  // A part that was emptied stays where it is, so that it keeps the focus.
  if (filled > seen.filled) setSeen({ filled, hasGrown: true });
  const wasFilled = filled > 0 || seen.filled > 0;
  const isShown = chosen === part || !field.valid || (chosen === 'request' && (wasFilled || part === 'body'));
  return (
    <Fold
      title={title}
      summary={summary}
      isOpen={(isLong && wasFilled) || part === 'body' || seen.hasGrown || field.dirty}
      isHeldOpen={chosen === part || isAsked || !field.valid}
      className={joinClassNames(!isShown && 'folded:hidden')}
      data-body={part === 'body' ? '' : undefined}
    >
      {children}
    </Fold>
  );
}
