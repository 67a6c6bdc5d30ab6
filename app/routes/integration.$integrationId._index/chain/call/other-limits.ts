/** Checks whether the timeout or the handling of redirects differs from a new call's. */
export function hasOtherLimits(fields: {
  timeoutSeconds: { value?: string | undefined };
  followRedirects: { value?: string | undefined };
}): boolean {
  return (fields.timeoutSeconds.value ?? '30') !== '30' || fields.followRedirects.value === 'on';
}
