// The look of the outline's nodes after a test: colours, icons and words.
import { CircleSlash, type Icon, TriangleAlert, X } from '~/components/icons/icons';
import type { TestLogStatus } from '~/services/test-runs/log-schema';

interface TraceLook {
  /** Classes for the mark on the line. */
  mark: string;
  /** Classes for the text beside the mark. */
  ink: string;
  icon?: Icon;
  /** The word for screen readers, after 'Last test: '. */
  word: string;
}

export const traceLooks: Record<TestLogStatus, TraceLook> = {
  success: { mark: 'border-good bg-good-soft text-good-ink', ink: 'text-good-ink', word: 'succeeded' },
  warning: {
    mark: 'border-caution bg-caution-soft text-caution-ink',
    ink: 'text-caution-ink',
    icon: TriangleAlert,
    word: 'continued with a warning',
  },
  error: { mark: 'border-bad bg-bad-soft text-bad-ink', ink: 'text-bad-ink', icon: X, word: 'failed' },
  skipped: {
    mark: 'border-dashed border-line-strong text-ink-muted',
    ink: 'text-ink-muted',
    icon: CircleSlash,
    word: 'skipped',
  },
  conditional: { mark: 'border-good text-good', ink: 'text-ink-muted', word: 'checked' },
  info: {
    mark: 'animate-pulse border-info bg-info-soft text-info-ink motion-reduce:animate-none',
    ink: 'text-info-ink',
    word: 'in progress',
  },
};
