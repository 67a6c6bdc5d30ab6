// A token for an installation of a GitHub App:
// https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
import type { AppContext } from '~/context';
import { findInstallationUrl, type GithubApp } from '~/engine/connections/github-app-config';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';
import { cutWithoutMark } from '~/engine/texts/truncate';
import { signWithKey } from './signing/jwt';
import { parseJsonObject } from './token-answer';
import type { NoToken, TokenAnswer } from './token-outcome';

/** The claims' times from now, in seconds. GitHub accepts ten minutes, and asks for a past start, since clocks differ. */
const life = { before: 60, after: 540 };

/** Runs wait for the token, and may be the very calls that are in flight to its host. */
const request = { timeoutMs: 15_000, maxBodyBytes: 64 * 1024, skipsLine: true } as const;

/** The statuses that another attempt does not change: the key, app or installation is wrong, or was given other rights. */
const finalStatuses = new Set([401, 404, 422]);

/** Requests a token as the app. */
export async function requestInstallationToken(
  { outbound, now }: Pick<AppContext, 'outbound' | 'now'>,
  organizationId: string,
  config: GithubApp,
): Promise<TokenAnswer> {
  const seconds = Math.floor(now() / 1_000);
  const claims = { iss: config.clientId, iat: seconds - life.before, exp: seconds + life.after };
  const jwt = await signWithKey({ header: {}, claims }, 'RS256', config.privateKey);
  const answer = await outbound.send({
    method: 'POST',
    url: findInstallationUrl(config),
    headers: [
      ['Authorization', `Bearer ${jwt}`],
      ['Accept', 'application/vnd.github+json'],
      ['X-GitHub-Api-Version', '2022-11-28'],
    ],
    ...request,
    organizationId,
  });
  const { durationMs } = answer;
  if (answer.kind === 'failure') {
    return { status: null, durationMs, outcome: refuse(answer.message, false) };
  }
  const { status, body } = answer;
  const read = parseJsonObject(body) ?? {};
  if (status === 201 && typeof read.token === 'string' && read.token) {
    const end = typeof read.expires_at === 'string' ? Date.parse(read.expires_at) : Number.NaN;
    const lifeMs = Number.isNaN(end) ? null : Math.max(0, end - now());
    return { status, durationMs, outcome: { kind: 'token', access: read.token, refresh: null, lifeMs } };
  }
  const mask = createMaskSecrets([jwt]);
  const said =
    typeof read.message === 'string' ? `: ${cutWithoutMark(mask(read.message), maxTextLength)}` : '';
  const message =
    status >= 400
      ? `GitHub refused (HTTP ${status})${said}`
      : `GitHub’s response is not a token: HTTP ${status}.`;
  return { status, durationMs, outcome: refuse(message, finalStatuses.has(status)) };
}

const maxTextLength = 300;

function refuse(message: string, isFinal: boolean): NoToken {
  return { kind: 'error', message, isFinal };
}
