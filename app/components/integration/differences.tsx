import type { Difference } from '~/engine/versions/compare-values';
import { joinClassNames } from '../ui/class-names';

export interface ShownDifference extends Difference {
  /** The differences line by line, for texts of several lines; shown instead of both texts. */
  lines?: { kind: 'same' | 'removed' | 'added' | 'left-out'; text: string }[] | null;
}

interface DifferencesProps {
  differences: ShownDifference[];
  mine: string;
  theirs: string;
}

/** The differences between two states, field by field; both texts stand side by side if there is room. */
export function Differences({ differences, mine, theirs }: DifferencesProps) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface-raised text-ink">
      {differences.map((difference) => (
        <li key={`${difference.where} ${difference.field} ${difference.mine}`} className="px-4 py-3">
          <p className="font-medium wrap-anywhere">
            {difference.where}: {difference.field}
          </p>
          {difference.lines ? (
            <Lines lines={difference.lines} mine={mine} theirs={theirs} />
          ) : (
            <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
              <Side label={mine} text={difference.mine} />
              <Side label={theirs} text={difference.theirs} />
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-muted">{label}</dt>
      <dd className="font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">{text}</dd>
    </div>
  );
}

const marks = { same: ' ', removed: '−', added: '+', 'left-out': '…' };
const colours = {
  same: '',
  removed: 'bg-bad-soft text-bad-ink',
  added: 'bg-good-soft text-good-ink',
  'left-out': 'text-ink-muted',
};

interface LinesProps extends Pick<DifferencesProps, 'mine' | 'theirs'> {
  lines: NonNullable<ShownDifference['lines']>;
}

/** The lines, each with its mark: some people cannot tell colours apart. */
function Lines({ lines, mine, theirs }: LinesProps) {
  const spoken = { same: '', removed: `Only ${mine}: `, added: `Only ${theirs}: `, 'left-out': '' };
  return (
    <>
      <p aria-hidden className="mt-1 text-[0.8125rem] text-ink-muted">
        − {mine}, + {theirs}
      </p>
      <ol className="mt-1 overflow-clip rounded-md border border-line py-1 font-mono text-[0.8125rem]">
        {[...lines.entries()].map(([place, { kind, text }]) => (
          <li
            // Two lines may have the same text, so their places are the keys; the lines never move.
            key={place}
            className={joinClassNames('flex gap-3 px-3 py-0.5', colours[kind])}
          >
            <span aria-hidden className="w-2 shrink-0 select-none">
              {marks[kind]}
            </span>
            <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
              <span className="sr-only">{spoken[kind]}</span>
              {text}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
