export const executionStatuses = ['queued', 'running', 'completed', 'error', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** Checks whether an execution of this status has ended. */
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
