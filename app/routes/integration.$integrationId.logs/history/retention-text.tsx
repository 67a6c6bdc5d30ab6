import { describeRemoval } from '~/components/time/removal-text';

export interface Retention {
  /** How many days completed executions, and failed ones, are kept. */
  days: { completed: number; failed: number };
  /** How many MiB of finished executions are kept; null without a limit. */
  mib: number | null;
  /** Whether the integration's own limits apply, below those of the installation. */
  isOwn: boolean;
  /** Whether to name the setting that changes the limits for all integrations. */
  tellSetting: boolean;
}

/** The text below the list about which executions are removed automatically. */
export function RetentionText({ days, mib, isOwn, tellSetting }: Retention) {
  return (
    <p className="border-t border-line px-5 py-3 text-[0.8125rem] text-ink-muted sm:px-6">
      Finished executions are removed after {describeRemoval(days)}
      {mib !== null && `, and the oldest beyond ${mib} MiB`}.
      {isOwn && ' Test & Deploy says how much is kept of this integration.'}
      {!isOwn && tellSetting && (
        <>
          {' '}
          The setting <code className="font-mono">RETENTION_DAYS</code> on the server changes that.
        </>
      )}
    </p>
  );
}
