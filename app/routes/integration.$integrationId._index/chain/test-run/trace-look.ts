// The colours of the outline's nodes after a test.
import type { TestLogStatus } from '~/services/test-runs/log-schema';

interface TraceLook {
  /** Classes for the mark on the line. */
  mark: string;
  /** Classes for the text beside the mark. */
  ink: string;
}

export const traceLooks: Record<TestLogStatus, TraceLook> = {
  success: { mark: 'border-good bg-good-soft text-good-ink', ink: 'text-good-ink' },
  warning: { mark: 'border-caution bg-caution-soft text-caution-ink', ink: 'text-caution-ink' },
  error: { mark: 'border-bad bg-bad-soft text-bad-ink', ink: 'text-bad-ink' },
  skipped: { mark: 'border-dashed border-line-strong text-ink-muted', ink: 'text-ink-muted' },
  conditional: { mark: 'border-good text-good', ink: 'text-ink-muted' },
  info: {
    mark: 'animate-pulse border-info bg-info-soft text-info-ink motion-reduce:animate-none',
    ink: 'text-info-ink',
  },
};
