/** Where an execution stands. */
export const executionStatuses = ['queued', 'running', 'completed', 'error', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** Whether nothing more happens in an execution of this status. */
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
