/**
 * Response headers that change how a browser treats all addresses of this server from then on: the browser sends reports
 * elsewhere, asks another server, or keeps a state.
 */
const lasting = new Set([
  'accept-ch',
  'activate-storage-access',
  'alt-svc',
  'attribution-reporting-register-source',
  'attribution-reporting-register-trigger',
  'critical-ch',
  'expect-ct',
  'idp-signin-status',
  'nel',
  'origin-agent-cluster',
  'public-key-pins',
  'public-key-pins-report-only',
  'report-to',
  'reporting-endpoints',
  'secure-session-registration',
  'set-cookie2',
  'set-login',
  'shared-storage-write',
  'speculation-rules',
  'use-as-dictionary',
]);

/** Checks whether a response to a sender must not have a header: one organization would set it for the addresses of all. */
export function isLastingHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return lasting.has(lower) || lower.startsWith('sec-');
}
