// Temporary credentials of an AWS role: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
import type { AppContext } from '~/context';
import { readXml, type XmlValue } from '~/engine/bodies/xml';
import { type AwsRole, findStsUrl, type RoleCredentials } from '~/engine/connections/aws-role-config';
import { cutWithoutMark } from '~/engine/texts/truncate';
import { signHeaders } from './signing/aws-signature';
import type { NoToken, TokenAnswer } from './token-outcome';

const lifeSeconds = 3_600;
const maxTextLength = 300;
const maxDepth = 10;
/** Runs wait for the credentials, and may be the very calls that are in flight to their host. */
const limits = { timeoutMs: 15_000, maxBodyBytes: 64 * 1024, skipsLine: true } as const;

/** The codes that another attempt does not change: the key or the role is wrong, or lacks a right. */
const finalCodes = new Set([
  'AccessDenied',
  'InvalidClientTokenId',
  'SignatureDoesNotMatch',
  'ValidationError',
  'RegionDisabledException',
]);

/** Requests the role's credentials, which the token's text holds as JSON. */
export async function requestRoleCredentials(
  { outbound, now }: Pick<AppContext, 'outbound' | 'now'>,
  organizationId: string,
  config: AwsRole,
): Promise<TokenAnswer> {
  const { accessKeyId, secretAccessKey, region, roleArn, externalId } = config;
  const url = findStsUrl(config);
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'wicked-integrations',
    DurationSeconds: String(lifeSeconds),
    ...(externalId && { ExternalId: externalId }),
  }).toString();
  const headers: [string, string][] = [['Content-Type', 'application/x-www-form-urlencoded']];
  const signing = { accessKeyId, secretAccessKey, sessionToken: '', region, service: 'sts' };
  const answer = await outbound.send({
    method: 'POST',
    url,
    headers: signHeaders({ method: 'POST', url, headers, body }, signing, now()),
    body,
    ...limits,
    organizationId,
  });
  const { durationMs } = answer;
  if (answer.kind === 'failure') {
    return { status: null, durationMs, outcome: refuse(answer.message, false) };
  }
  const { status } = answer;
  const read = readXml(answer.body, maxDepth);
  const root = read.kind === 'value' ? read.value : {};
  const granted = status === 200 ? readCredentials(root) : undefined;
  if (granted) {
    const { end, ...credentials } = granted;
    const lifeMs = Number.isNaN(end) ? lifeSeconds * 1_000 : Math.max(0, end - now());
    const access = JSON.stringify(credentials);
    return { status, durationMs, outcome: { kind: 'token', access, refresh: null, lifeMs } };
  }
  return { status, durationMs, outcome: explain(status, root) };
}

/** Reads the credentials. `end` is in milliseconds since 1970, and NaN when the response has no valid time. */
function readCredentials(root: XmlValue): (RoleCredentials & { end: number }) | undefined {
  const read = (name: string) =>
    readText(root, 'AssumeRoleResponse', 'AssumeRoleResult', 'Credentials', name);
  const [accessKeyId, secretAccessKey] = [read('AccessKeyId'), read('SecretAccessKey')];
  const sessionToken = read('SessionToken');
  if (!accessKeyId || !secretAccessKey || !sessionToken) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken, end: Date.parse(read('Expiration')) };
}

function explain(status: number, root: XmlValue): NoToken {
  const code = readText(root, 'ErrorResponse', 'Error', 'Code');
  if (!code) return refuse(`The response of AWS has no credentials: HTTP ${status}.`, false);
  const said = `${code}: ${readText(root, 'ErrorResponse', 'Error', 'Message')}`;
  return refuse(`AWS refused (HTTP ${status}): ${cutWithoutMark(said, maxTextLength)}`, finalCodes.has(code));
}

/** Returns the text of the element at a path of names; empty when there is none. */
function readText(root: XmlValue, ...names: string[]): string {
  let value: XmlValue | undefined = root;
  for (const name of names) {
    value = typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined;
  }
  return typeof value === 'string' ? value : '';
}

function refuse(message: string, isFinal: boolean): NoToken {
  return { kind: 'error', message, isFinal };
}
