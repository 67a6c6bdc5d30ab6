import { type ReactNode, useState } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { Fold } from '../../form/fields/fold';
import type { CallPart } from './call-parts';

interface CallSectionProps {
  part: CallPart;
  /** The part that is shown. */
  chosen: CallPart;
  title: string;
  /** What it holds, for reading while it is closed. */
  summary: string;
  field: { valid: boolean; dirty: boolean };
  /** How much it holds. */
  filled: number;
  /** It is typed at length, so that a line does not say what it holds. */
  isLong?: boolean;
  /** There is something in it that one is to see. */
  isAsked?: boolean;
  children: ReactNode;
}

/**
 * A part of a call that not every call needs: open when something in it is wrong, is not saved or comes into it, and from
 * the first when its line cannot say what it holds. With script its tab shows it alone, and the first tab shows what is
 * filled in, and the body, which a call that can have one nearly always has; without, all of them are folds.
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
  // What was emptied stays where it is, and with it the focus.
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
