// Makes a call at once, by the rules for calls of integrations, to test the ways out: reports its arrival or what to change.
import type { Config } from '~/config';
import type { Outbound } from '~/outbound/client';
import { createFindProxy } from '~/outbound/proxy/servers';

/** Runs as a command of the machine. Reports which way the call took, and only the status of the response. */
export async function sendTestCall(
  { proxies }: Pick<Config, 'proxies'>,
  outbound: Outbound,
  url: string,
): Promise<{ kind: 'done'; lines: string[] } | { kind: 'failed'; message: string }> {
  const outcome = await outbound.send({
    method: 'GET',
    url,
    headers: [],
    timeoutMs: 30_000,
    maxBodyBytes: 64 * 1024,
  });
  await outbound.close();
  if (outcome.kind === 'failure') return { kind: 'failed', message: outcome.message };
  const target = new URL(url);
  const proxy = createFindProxy(proxies ?? { except: '' })(target);
  const way = proxy ? `through the proxy ${proxy.shown}` : 'directly';
  return {
    kind: 'done',
    lines: [
      `${target.host} responded ${outcome.status} within ${outcome.durationMs} ms; it was called ${way}.`,
    ],
  };
}
