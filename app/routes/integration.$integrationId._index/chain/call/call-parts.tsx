// The parts of a call as a toolbar, since its first button shows several of them. Without script there is none: the parts are
// folds below each other.
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import type { CallPart } from '../../form/kept-calls';

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

/**
 * One stop of the Tab key: while the focus is inside, arrow keys, Home and End move it on.
 * See https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/.
 */
export function PartTabs({ name, label, tabs, chosen, onChoose }: PartTabsProps) {
  const [focused, setFocused] = useState<CallPart>();
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  return (
    <div
      role="toolbar"
      aria-label={`Parts of ${label}`}
      onBlur={leave}
      className="hidden flex-wrap gap-x-1 border-b border-line scripted:flex"
    >
      {tabs.map((tab) => (
        <div key={tab.part} data-body={tab.part === 'body' ? '' : undefined}>
          <PartButton
            name={name}
            {...tab}
            isChosen={tab.part === chosen}
            isStop={focused === undefined || focused === tab.part}
            onFocus={setFocused}
            onChoose={onChoose}
          />
        </div>
      ))}
    </div>
  );
}

/** Moves the focus to another button that is shown. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: from, key, altKey, ctrlKey, metaKey } = event;
  const all = [...(from.closest('[role=toolbar]')?.querySelectorAll('button') ?? [])];
  const shown: HTMLElement[] = all.filter((each) => each.getClientRects().length > 0);
  const at = shown.indexOf(from);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[key];
  if (next === undefined || altKey || ctrlKey || metaKey) return;
  event.preventDefault();
  shown.at(next % shown.length)?.focus();
}

interface PartButtonProps extends PartTab {
  name: string;
  isChosen: boolean;
  /** Whether the Tab key leads there. */
  isStop: boolean;
  onFocus: (part: CallPart) => void;
  onChoose: (part: CallPart) => void;
}

function PartButton({
  name,
  part,
  label,
  filled,
  isWrong,
  isChosen,
  isStop,
  onFocus,
  onChoose,
}: PartButtonProps) {
  return (
    <button
      type="button"
      name={name}
      value={part}
      aria-pressed={isChosen}
      tabIndex={isStop ? undefined : -1}
      onFocus={() => onFocus(part)}
      onKeyDown={moveFocus}
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
