import { joinClassNames } from '~/components/ui/class-names';

/** A part of a call that can be shown. */
export type CallPart = 'response' | 'request' | 'saved' | 'handling';

export interface PartButton {
  part: CallPart;
  label: string;
  count?: number;
}

interface PartButtonsProps {
  /** The call's name. */
  label: string;
  parts: PartButton[];
  chosen: CallPart;
  onChoose: (part: CallPart) => void;
}

/** The parts of a call as tabs. Without script there are no tabs: the parts are shown below each other. */
export function PartButtons({ label, parts, chosen, onChoose }: PartButtonsProps) {
  return (
    <ul
      aria-label={`Parts of ${label}`}
      className="hidden flex-wrap gap-x-1 border-b border-line scripted:flex"
    >
      {parts.map(({ part, label: text, count }) => (
        <li key={part}>
          <button
            type="button"
            aria-pressed={part === chosen}
            onClick={() => onChoose(part)}
            className={joinClassNames(
              '-mb-px flex min-h-9 items-center gap-1.5 border-b-2 px-2 font-medium -outline-offset-2!',
              part === chosen
                ? 'border-accent text-ink'
                : 'border-transparent text-ink-muted hover:border-line-strong hover:text-ink',
            )}
          >
            {text}
            {count !== undefined && (
              <span className="rounded-full bg-surface-sunken px-1.5 text-xs tabular-nums ring-1 ring-line">
                {count}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
