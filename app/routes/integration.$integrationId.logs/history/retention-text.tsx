export interface Retention {
  /** So many what completed, and what failed, is kept. */
  days: { completed: number; failed: number };
  /** So much of all; null: whatever it holds. */
  mib: number | null;
  /** Whether limits of the integration say so, where the installation keeps more. */
  isOwn: boolean;
  /** Whether to say what changes it for all integrations. */
  tellSetting: boolean;
}

/** Below the list: what goes by itself. */
export function RetentionText({ days, mib, isOwn, tellSetting }: Retention) {
  const isSame = days.completed === days.failed;
  return (
    <p className="border-t border-line px-5 py-3 text-[0.8125rem] text-ink-muted sm:px-6">
      Finished executions are removed after {countDays(days.completed)}
      {!isSame && `, those that failed after ${countDays(days.failed)}`}
      {mib !== null && `, and the oldest beyond ${mib} MiB`}.
      {isOwn && ' Test & Deploy tells how much is kept of this integration.'}
      {!isOwn && tellSetting && (
        <>
          {' '}
          The setting <code className="font-mono">RETENTION_DAYS</code> on the server changes that.
        </>
      )}
    </p>
  );
}

function countDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
