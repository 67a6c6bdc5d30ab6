import { useEffect, useRef } from 'react';
import { useYieldPoint } from '~/components/network/yield-point';
import { Badge } from '~/components/ui/badge';
import { LinkButton, TextLink } from '~/components/ui/link';
import type { Tone } from '~/components/ui/tone';
import { formatCount } from '~/engine/texts/format-count';
import type { ChangeLine } from './change-lines';

type ChangeKind = 'deploy' | 'disable' | 'delete' | 'add-tag' | 'remove-tag';

/** The words for each outcome: on the line of an integration, and after their number. */
const words: Record<ChangeKind, Record<ChangeLine['outcome'], string>> = {
  deploy: { done: 'Deployed', same: 'Already deployed', not: 'Not deployed' },
  disable: { done: 'Disabled', same: 'Already disabled', not: 'Not disabled' },
  delete: { done: 'Deleted', same: 'Already deleted', not: 'Not deleted' },
  'add-tag': { done: 'Tag added', same: 'Had the tag already', not: 'Tag not added' },
  'remove-tag': { done: 'Tag removed', same: 'Did not have the tag', not: 'Tag not removed' },
};

const tones: Record<ChangeLine['outcome'], Tone> = { done: 'good', same: 'neutral', not: 'bad' };

interface ChangeResultProps {
  change: ChangeKind;
  lines: ChangeLine[];
  /** The URLs of the selection and of the dashboard, with the list. */
  url: string;
  back: string;
}

/** What became of each integration. */
export function ChangeResult({ change, lines, url, back }: ChangeResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, and the heading says the result.
  useEffect(() => heading.current?.focus(), []);
  const counted = (['done', 'same', 'not'] as const).flatMap((outcome) => {
    const count = lines.filter((line) => line.outcome === outcome).length;
    return count > 0 ? [`${words[change][outcome]}: ${formatCount(count)}`] : [];
  });
  return (
    <section aria-labelledby="result" className="flex flex-col gap-6">
      <h2 id="result" ref={heading} tabIndex={-1} className="scroll-mt-20 rounded-sm text-base font-medium">
        {counted.join(' · ')}
      </h2>
      <ul
        aria-label="Changed integrations"
        className="divide-y divide-line rounded-lg border border-line bg-surface-raised"
      >
        {lines.map((line) => (
          <ResultLine key={line.id} change={change} line={line} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={back} variant="primary">
          Back to the integrations
        </LinkButton>
        <LinkButton to={url}>Select again</LinkButton>
        {change === 'delete' && <LinkButton to="/integration/deleted">Deleted integrations</LinkButton>}
      </div>
    </section>
  );
}

function ResultLine({ change, line }: { change: ChangeKind; line: ChangeLine }) {
  useYieldPoint();
  const { id, name, outcome, message } = line;
  const isGone = change === 'delete' || name === null;
  return (
    <li className="flex flex-col gap-1.5 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {isGone ? (
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name ?? 'An integration'}
          </span>
        ) : (
          <TextLink to={`/integration/${id}`} dir="auto" className="min-w-0 wrap-anywhere">
            {name}
          </TextLink>
        )}
        <Badge tone={tones[outcome]}>{words[change][outcome]}</Badge>
      </div>
      {message && <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{message}</p>}
    </li>
  );
}
