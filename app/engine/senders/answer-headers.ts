// Headers that no response to a sender may have: one organization would set them for the addresses of all.

/**
 * Headers that change how a browser treats all addresses of this server from then on: the browser sends reports elsewhere, asks
 * another server, or keeps a state.
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

/**
 * Headers by which a server commands the proxy in front of it. The proxy would send one of its own files, or what another
 * address of its own network answers, in place of the response (nginx, "X-Accel-Redirect"; Apache and lighttpd, "X-Sendfile";
 * h2o and Perlbal, "X-Reproxy-URL"; W3C Edge Architecture 1.0, "Surrogate-Control").
 */
const commands =
  /^(?:x-accel-.+|x-(?:lighttpd-)?send-?(?:temp)?file2?|x-reproxy-.+|x-litespeed-.+|surrogate-control)$/;

/** Explains why a response to a sender must not have a header; undefined when it may. */
export function findAnswerHeaderProblem(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (lasting.has(lower) || lower.startsWith('sec-'))
    return `The header ${name} cannot be set: browsers would keep to it at all addresses`;
  return commands.test(lower)
    ? `The header ${name} cannot be set: a proxy in front of the server would obey it`
    : undefined;
}
