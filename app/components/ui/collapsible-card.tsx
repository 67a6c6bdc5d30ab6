import { DetailsChevron } from './details-chevron';
import { type MouseEvent, type ReactNode, useState } from 'react';

interface CollapsibleCardProps {
  title: string;
  /** The content in a few words, which also shows while the card is closed. */
  summary: ReactNode;
  /** Whether all of the content is right; the card stays open while something is wrong. */
  isValid: boolean;
  /** Whether the card begins open; when this changes, the card follows. */
  isOpen?: boolean;
  /** Called when a person opens or closes the card. */
  onPress?: ((opens: boolean) => void) | undefined;
  children: ReactNode;
}

/** A card that people can close. The browser opens and closes it, so that it needs no script. */
export function CollapsibleCard({
  title,
  summary,
  isValid,
  isOpen: isMeantOpen = true,
  onPress,
  children,
}: CollapsibleCardProps) {
  // The state that the user saw last counts until `isOpen` of the props changes.
  const [seen, setSeen] = useState({ isOpen: isMeantOpen, isMeantOpen });
  const isOpen = seen.isMeantOpen === isMeantOpen ? seen.isOpen : isMeantOpen;
  const press = (event: MouseEvent) => {
    // Otherwise the browser would toggle what this handler has already opened or closed.
    event.preventDefault();
    setSeen({ isOpen: !isOpen, isMeantOpen });
    onPress?.(!isOpen);
  };
  return (
    <details
      className="group/card min-w-0 rounded-lg border border-line bg-surface-raised shadow-raised"
      open={isOpen || !isValid}
      onToggle={(event) => setSeen({ isOpen: event.currentTarget.open, isMeantOpen })}
    >
      <summary
        onClick={press}
        className="flex items-start gap-4 rounded-lg px-5 py-4 -outline-offset-2! group-open/card:rounded-b-none hover:bg-surface-hover sm:px-6"
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 className="text-base font-medium">{title}</h2>
          <p className="text-ink-muted">{summary}</p>
        </div>
        <DetailsChevron className="mt-0.5 size-5" />
      </summary>
      <div className="p-5 pt-2 sm:px-6">{children}</div>
    </details>
  );
}
