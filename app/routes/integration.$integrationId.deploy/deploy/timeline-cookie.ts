/** The cookie that says whether this browser closed the timeline of executions. */
export const timelineCookie = 'timeline';

/** Checks whether the timeline is open; it is unless this browser closed it. */
export function isTimelineOpen(cookies: string | null): boolean {
  return !(cookies ?? '').split(/;\s*/).includes(`${timelineCookie}=closed`);
}
