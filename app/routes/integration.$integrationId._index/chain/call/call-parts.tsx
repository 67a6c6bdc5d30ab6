// The parts of a call as tabs. Without script there are no tabs: the parts are folds below each other.
import { joinClassNames } from '~/components/ui/class-names';
import type { CallPart } from '../../form/editor-feedback';

export interface PartTab {
  part: CallPart;
  label: string;
  /** The number of items in the part, or whether it has content. */
  filled: number | boolean;
  isWrong: boolean;
}

interface PartTabsProps {
  /** The name of the tabs, by which they keep the focus over a save. */
  name: string;
  /** The call's name. */
  label: string;
  tabs: PartTab[];
  chosen: CallPart;
  onChoose: (part: CallPart) => void;
}

export function PartTabs({ name, label, tabs, chosen, onChoose }: PartTabsProps) {
  return (
    <ul
      aria-label={`Parts of ${label}`}
      className="hidden flex-wrap gap-x-1 border-b border-line scripted:flex"
    >
      {tabs.map((tab) => (
        <li key={tab.part} data-body={tab.part === 'body' ? '' : undefined}>
          <PartButton name={name} {...tab} isChosen={tab.part === chosen} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface PartButtonProps extends PartTab {
  name: string;
  isChosen: boolean;
  onChoose: (part: CallPart) => void;
}

function PartButton({ name, part, label, filled, isWrong, isChosen, onChoose }: PartButtonProps) {
  return (
    <button
      type="button"
      name={name}
      value={part}
      aria-pressed={isChosen}
      onClick={() => onChoose(part)}
      className={joinClassNames(
        '-mb-px flex min-h-10 items-center gap-1.5 border-b-2 px-2 font-medium -outline-offset-2!',
        isChosen
          ? 'border-accent text-ink'
          : 'border-transparent text-ink-muted hover:border-line-strong hover:text-ink',
      )}
    >
      {label}
      {typeof filled === 'number' && filled > 0 && (
        <span className="rounded-full bg-surface-sunken px-1.5 text-xs tabular-nums ring-1 ring-line">
          {filled}
        </span>
      )}
      {filled === true && <Dot tone="bg-accent" words="(set)" />}
      {isWrong && <Dot tone="bg-bad" words="(wrong)" />}
    </button>
  );
}

function Dot({ tone, words }: { tone: string; words: string }) {
  return (
    <>
      <span aria-hidden className={joinClassNames('size-1.5 rounded-full forced-color-adjust-none', tone)} />
      <span className="sr-only">{words}</span>
    </>
  );
}
