// A call to try the ways out with, made at once by the rules that calls of integrations have: whether it arrived, or what to mend.
import type { Config } from '~/config';
import type { Outbound } from '~/outbound/client';
import { createFindProxy } from '~/outbound/proxy/servers';

/** As a command of the machine. Says by which way it went, and the status alone of what came back. */
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
