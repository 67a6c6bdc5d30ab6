/** Where an execution stands. */
export type ExecutionStatus = 'queued' | 'running' | 'completed' | 'error' | 'cancelled';

/** Whether nothing more happens in an execution of this status. */
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
