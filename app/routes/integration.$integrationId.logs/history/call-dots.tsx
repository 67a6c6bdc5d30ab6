import { joinClassNames } from '~/components/ui/class-names';
import type { DotView, RowPreview } from './row-preview';

/** Shape and colour both show the status: a full dot, a square, a ring. */
const looks: Record<DotView['status'], string> = {
  success: 'rounded-full bg-good',
  error: 'rounded-[2px] bg-bad',
  skipped: 'rounded-full border-[1.5px] border-line-strong',
  running: 'animate-pulse rounded-full border-[1.5px] border-info bg-info-soft',
};

/** Shows the calls' statuses, one dot each. Screen readers get a sentence. */
export function CallDots({ preview: { dots, earlier, summary } }: { preview: RowPreview }) {
  if (summary === '') return null;
  return (
    <span className="flex items-center gap-[3px]">
      <span className="sr-only">{summary}</span>
      {earlier > 0 && (
        <span aria-hidden className="mr-0.5 text-xs whitespace-nowrap text-ink-muted tabular-nums">
          +{earlier}
        </span>
      )}
      {dots.map(({ step, status, text }) => (
        <span
          aria-hidden
          key={step}
          title={text}
          className={joinClassNames('size-1.5 shrink-0 forced-color-adjust-none md:size-2', looks[status])}
        />
      ))}
    </span>
  );
}
