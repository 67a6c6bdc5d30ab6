export const executionStatuses = ['queued', 'running', 'completed', 'error', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

export function hasEnded(status: ExecutionStatus): boolean {
  return status !== 'queued' && status !== 'running';
}
