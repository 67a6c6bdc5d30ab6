import { z } from 'zod';
import { readSettingFiles } from './setting-files';
import {
  type AuditStream,
  type MailTransport,
  type Proxies,
  describeMissingSetting,
  readAuditStream,
  readMailTransport,
  readProxies,
  readSingleSignOn,
  type SingleSignOn,
} from './setting-groups';
import {
  hasNoPath,
  isOrigin,
  isProxy,
  isSender,
  proxyAdvice,
  raiseProxyNames,
  networkAdvice,
  readDomains,
  readIssuer,
  readClaimValues,
  readList,
  readOrigin,
  readPairs,
  readProxy,
} from './setting-values';

const onOff = z.enum(['on', 'off'], { error: 'write on or off' });

function integer(min: number, max: number, fallback: number) {
  const message = `write a whole number from ${min} to ${max}`;
  // Digits only: a hexadecimal number or one with an exponent is most likely a mistake.
  return z
    .string({ error: message })
    .regex(/^\s*\d+\s*$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .default(fallback);
}

const auditAdvice =
  'write off, stdout, or the address that entries are posted to, for example https://siem.example.com/wicked';
const keyAdvice = 'write 32 random bytes in base64, for example from: openssl rand -base64 32';
const Key = z
  .string({ error: keyAdvice })
  .refine((text) => Buffer.from(text, 'base64').length === 32, { error: keyAdvice });

const Proxy = z.string().transform(readProxy).refine(isProxy, { error: proxyAdvice }).optional();

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: networkAdvice });

const Settings = z.object({
  APP_URL: z
    .url({
      protocol: /^https?$/,
      error: 'write the public address people and webhook senders use, for example https://hooks.example.com',
    })
    .refine(isOrigin, {
      error: ({ input }) =>
        `it is the whole of a host, without a path, a query or a login: write ${readOrigin(String(input))}`,
    })
    .transform(readOrigin),
  HSTS_SUBDOMAINS: onOff.default('off'),
  PORT: integer(0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: z
    .string({ error: 'write at least 32 random characters, for example from: openssl rand -hex 32' })
    .min(32, 'write at least 32 random characters, for example from: openssl rand -hex 32'),
  APP_KEY: Key,
  OTHER_APP_KEY: Key.optional(),
  SIGNUP: z
    .enum(['open', 'invite', 'closed'], { error: 'write one of open, invite, closed' })
    .default('open'),
  ADMIN_EMAIL: z
    .email({ error: 'write the email address of an account' })
    .transform((email) => email.normalize('NFKC').toLowerCase())
    .optional(),
  PASSWORD_LOGIN: onOff.default('on'),
  OIDC_ISSUER: z
    .url({
      protocol: /^https?$/,
      error: 'write the issuer of the OpenID provider, for example https://accounts.google.com',
    })
    .transform(readIssuer)
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().max(60, 'write a name of at most 60 characters').optional(),
  OIDC_ALLOWED_DOMAINS: z.string().default('').transform(readDomains),
  OIDC_ORGANIZATION: z.string().trim().optional(),
  OIDC_ROLE_CLAIM: z.string().trim().optional(),
  OIDC_OWNERS: z.string().default('').transform(readClaimValues),
  OIDC_ADMINS: z.string().default('').transform(readClaimValues),
  OIDC_SESSION_HOURS: integer(1, 336, 336),
  MAIL_TRANSPORT: z
    .enum(['mailjet', 'smtp', 'console'], { error: 'write one of mailjet, smtp, console' })
    .default('console'),
  MAILJET_API_KEY: z.string().optional(),
  MAILJET_SECRET_KEY: z.string().optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'write the address of the mail server, for example smtp://user:password@mail.example.com:587',
    })
    .refine(hasNoPath, {
      error:
        'behind the host stands a path: in a user or password, write / as %2F, @ as %40, # as %23 and ? as %3F',
    })
    .optional(),
  MAIL_FROM: z.string().default('Wicked Integrations <no-reply@localhost>').refine(isSender, {
    error: 'write one address, for example: Wicked Integrations <hooks@example.com>',
  }),
  OUTBOUND_ALLOW: z.string().default(''),
  HTTP_PROXY: Proxy,
  HTTPS_PROXY: Proxy,
  NO_PROXY: z.string().default(''),
  TRUSTED_PROXY: z.string().default('').transform(readList).pipe(z.array(Network)),
  RUNNER: onOff.default('on'),
  RUNNER_CONCURRENCY: integer(1, 1024, 64),
  CIRCUIT_FAILURES: integer(0, 1_000, 10),
  API_TOKEN_RATE: integer(10, 1_000_000, 6_000),
  WEBHOOK_MAX_BYTES: integer(1024, 64 * 1024 * 1024, 1024 * 1024),
  WEBHOOK_RATE: integer(1, 100_000, 1_000),
  WEBHOOK_BURST: integer(1, 200_000, 2_000),
  STRANGERS_MIB: integer(0, 100_000_000, 10_240),
  RETENTION_DAYS: integer(1, 3650, 14),
  RETENTION_DAYS_FAILED: integer(0, 3650, 0),
  RETENTION_MIB: integer(0, 100_000_000, 0),
  PRUNE_EARLY: onOff.default('on'),
  AUDIT_RETENTION_DAYS: integer(1, 3650, 365),
  AUDIT_STREAM: z
    .union([z.enum(['off', 'stdout']), z.url({ protocol: /^https?$/, error: auditAdvice })], {
      error: auditAdvice,
    })
    .default('off'),
  AUDIT_STREAM_SECRET: z
    .string()
    .min(16, 'write at least 16 random characters, for example from: openssl rand -base64 32')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'write at least 16 random characters, for example from: openssl rand -hex 16')
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'write one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  LOG_EXECUTIONS: onOff.default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'write the address of a collector, for example http://127.0.0.1:4318',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^(?:\s*[!#$%&'*+.^_`|~\w-]+=[^,\r\n]*(?:,|$))*$/, 'write name=value pairs separated by commas')
    .default(''),
});

/** The names of all settings, as in the environment. */
export const settingNames = Object.keys(Settings.shape);

export interface Config {
  /** Public base URL, without a slash at its end. */
  appUrl: string;
  /** Whether browsers must keep to https below the host of `appUrl`, too. */
  hstsSubdomains: boolean;
  port: number;
  host: string;
  dataDir: string;
  sessionSecret: string;
  /** 32 bytes, with which the secrets in the database are encrypted. */
  appKey: Buffer;
  /** Another key that decrypts them, too, while the key changes. */
  otherAppKey?: Buffer;
  /** Whether people may create accounts without an invitation. `invite` and `closed` refuse it with different texts. */
  signUp: 'open' | 'invite' | 'closed';
  /** The email of the account that administers the installation; by default the account that was verified first. */
  adminEmail?: string;
  /** Whether people may log in with a password. */
  passwordLogin: boolean;
  singleSignOn?: SingleSignOn;
  mailTransport: MailTransport;
  mailFrom: string;
  outboundAllow: string;
  /** The proxies through which calls leave the network, and the targets without a proxy; undefined without proxies. */
  proxies?: Proxies;
  trustedProxies: string[];
  runner: boolean;
  runnerConcurrency: number;
  /** After how many failed connections in a row calls to a host pause for a while; undefined for never. */
  circuitFailures?: number;
  /** How many requests one API token may make in a minute; a sixth of them may come at once. */
  apiTokenRate: number;
  webhookMaxBytes: number;
  /** How many deliveries one integration accepts in a second on average; `webhookBurst` is how many at once. */
  webhookRate: number;
  webhookBurst: number;
  /** How many bytes strangers may store in a day at one integration; undefined for no limit. */
  strangerBytes?: number;
  /** The age in days at which ended executions are removed. */
  retentionDays: number;
  /** The same for executions that failed. */
  retentionDaysFailed: number;
  /** The size of the database beyond which the oldest executions are removed early; undefined for no bound. */
  retentionBytes?: number;
  /** Whether executions are removed early when the disk is nearly full. */
  pruneEarly: boolean;
  /** The age in days at which audit entries are removed. */
  auditRetentionDays: number;
  /** The other system that gets the audit entries, too. */
  auditStream?: AuditStream;
  /** The token that `/metrics` asks for. Without one, `/metrics` answers only connections from this machine. */
  metricsToken?: string;
  logLevel: string;
  /** Whether the log gets a line for each execution that ends. */
  logExecutions: boolean;
  /** The address to which spans are sent, and the headers of these requests. */
  traces?: { endpoint: string; headers: [name: string, value: string][] };
}

/**
 * Reads the settings once, at start. Returns the configuration, or one line that names the first wrong or
 * missing setting and says what to write. Empty values, and spaces alone, count as missing. See {@link readSettingFiles}, too.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
): { kind: 'config'; config: Config } | { kind: 'invalid'; message: string } {
  const read = readSettingFiles(environment);
  if (read.kind === 'invalid') return read;
  const given = Object.fromEntries(
    Object.entries(raiseProxyNames(read.environment)).filter(([, value]) => value?.trim() !== ''),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    const state = given[name] === undefined ? 'is missing' : 'cannot be used';
    return {
      kind: 'invalid',
      message: `The setting ${name} ${state}: ${issue?.message ?? 'see docs/self-hosting.md'}.`,
    };
  }
  const settings = parsed.data;
  const mailTransport = readMailTransport(settings);
  if (mailTransport.kind === 'missing') return describeMissingSetting(mailTransport);
  const auditStream = readAuditStream(settings);
  if (auditStream?.kind === 'missing') return describeMissingSetting(auditStream);
  const singleSignOn = readSingleSignOn(settings);
  if (singleSignOn && 'kind' in singleSignOn) return describeMissingSetting(singleSignOn);
  return {
    kind: 'config',
    config: {
      appUrl: settings.APP_URL,
      hstsSubdomains: settings.HSTS_SUBDOMAINS === 'on',
      port: settings.PORT,
      host: settings.HOST,
      dataDir: settings.DATA_DIR,
      sessionSecret: settings.SESSION_SECRET,
      appKey: Buffer.from(settings.APP_KEY, 'base64'),
      ...(settings.OTHER_APP_KEY !== undefined && {
        otherAppKey: Buffer.from(settings.OTHER_APP_KEY, 'base64'),
      }),
      signUp: settings.SIGNUP,
      ...(settings.ADMIN_EMAIL !== undefined && { adminEmail: settings.ADMIN_EMAIL }),
      passwordLogin: settings.PASSWORD_LOGIN === 'on',
      ...(singleSignOn && { singleSignOn }),
      mailTransport,
      mailFrom: settings.MAIL_FROM,
      outboundAllow: settings.OUTBOUND_ALLOW,
      ...readProxies(settings),
      trustedProxies: settings.TRUSTED_PROXY,
      runner: settings.RUNNER === 'on',
      runnerConcurrency: settings.RUNNER_CONCURRENCY,
      ...(settings.CIRCUIT_FAILURES > 0 && { circuitFailures: settings.CIRCUIT_FAILURES }),
      apiTokenRate: settings.API_TOKEN_RATE,
      webhookMaxBytes: settings.WEBHOOK_MAX_BYTES,
      webhookRate: settings.WEBHOOK_RATE,
      webhookBurst: settings.WEBHOOK_BURST,
      ...(settings.STRANGERS_MIB > 0 && { strangerBytes: settings.STRANGERS_MIB * 1024 * 1024 }),
      retentionDays: settings.RETENTION_DAYS,
      retentionDaysFailed: settings.RETENTION_DAYS_FAILED || settings.RETENTION_DAYS,
      ...(settings.RETENTION_MIB > 0 && { retentionBytes: settings.RETENTION_MIB * 1024 * 1024 }),
      pruneEarly: settings.PRUNE_EARLY === 'on',
      auditRetentionDays: settings.AUDIT_RETENTION_DAYS,
      ...(auditStream && { auditStream }),
      ...(settings.METRICS_TOKEN !== undefined && { metricsToken: settings.METRICS_TOKEN }),
      logLevel: settings.LOG_LEVEL,
      logExecutions: settings.LOG_EXECUTIONS === 'on',
      ...(settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && {
        traces: {
          endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: readPairs(settings.OTEL_EXPORTER_OTLP_HEADERS),
        },
      }),
    },
  };
}

/** Reads `NEW_APP_KEY`, with which the command `rotate-key` replaces `APP_KEY`. */
export function readNewKey(
  environment: Record<string, string | undefined>,
): { kind: 'key'; key: Buffer } | { kind: 'invalid'; message: string } {
  const read = readSettingFiles(environment);
  if (read.kind === 'invalid') return read;
  const parsed = Key.safeParse(read.environment.NEW_APP_KEY);
  if (parsed.success) return { kind: 'key', key: Buffer.from(parsed.data, 'base64') };
  const state = read.environment.NEW_APP_KEY ? 'cannot be used' : 'is missing';
  return { kind: 'invalid', message: `The setting NEW_APP_KEY ${state}: ${keyAdvice}.` };
}
