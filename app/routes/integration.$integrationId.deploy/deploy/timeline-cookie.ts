/** Says per browser whether the timeline of executions is folded. */
export const timelineCookie = 'timeline';

/** Open unless this browser closed it. */
export function isTimelineOpen(cookies: string | null): boolean {
  return !(cookies ?? '').split(/;\s*/).includes(`${timelineCookie}=closed`);
}
