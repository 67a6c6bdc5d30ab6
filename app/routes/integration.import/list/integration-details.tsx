import { formatCount } from '~/engine/texts/format-count';
import type { ReactNode } from 'react';
import { Differences, type ShownDifference } from '~/components/integration/differences';
import { ImportNotes } from '~/components/integration/import-notes';
import { DetailsChevron } from '~/components/ui/details-chevron';

/** An integration of the file as the form shows it. */
export interface PreviewedIntegration {
  /** The place in the file. */
  place: string;
  name: string;
  status: 'new' | 'same' | 'changed' | 'invalid';
  /** The integration here that is the same, or that it can replace. */
  integrationId: string | null;
  message: string | null;
  /** Some of the differences and notes, and how many there are. */
  differences: ShownDifference[];
  differenceCount: number;
  notes: { call?: string; message: string }[];
  noteCount: number;
}

/** What a replacement changes, and what the file lacks; each unfolds, or is only counted. */
export function IntegrationDetails({
  status,
  differences,
  differenceCount,
  notes,
  noteCount,
}: PreviewedIntegration) {
  return (
    <>
      {differenceCount > 0 && (
        <Unfolded title={`What differs (${differenceCount})`} isEmpty={differences.length === 0}>
          <Differences differences={differences} mine="Here" theirs="In the file" />
          <Rest count={differenceCount - differences.length} />
        </Unfolded>
      )}
      {noteCount > 0 && status !== 'same' && (
        <Unfolded title={`Notes (${noteCount})`} isEmpty={notes.length === 0}>
          <ImportNotes notes={notes} />
          <Rest count={noteCount - notes.length} />
        </Unfolded>
      )}
    </>
  );
}

function Unfolded({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return <p className="text-[0.8125rem] text-ink-muted">{title}</p>;
  return (
    <details>
      <summary className="flex w-fit cursor-pointer items-center gap-1 rounded-sm text-[0.8125rem] text-ink-muted hover:text-ink">
        <DetailsChevron />
        {title}
      </summary>
      <div className="mt-2 text-[0.8125rem] wrap-anywhere">{children}</div>
    </details>
  );
}

function Rest({ count }: { count: number }) {
  return count > 0 ? <p className="mt-2 text-ink-muted">And {formatCount(count)} more.</p> : null;
}
