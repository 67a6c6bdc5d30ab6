import type { Config } from '~/config';

/** A setting by its name in the environment: its value, and what people may see of it. */
interface Setting {
  name: string;
  value: string;
  shown: string;
}

/** Lists the settings that this process was started with, by their names in the environment, as text. */
export function listSettings(config: Config): Setting[] {
  const { mailTransport: mail, auditStream: stream } = config;
  return [
    plain('APP_URL', config.appUrl),
    plain('HSTS_SUBDOMAINS', onOff(config.hstsSubdomains)),
    plain('HOST', config.host),
    plain('PORT', String(config.port)),
    plain('DATA_DIR', config.dataDir),
    plain('SIGNUP', config.signUp),
    plain('PASSWORD_LOGIN', onOff(config.passwordLogin)),
    plain('OIDC_ISSUER', config.singleSignOn?.issuer ?? ''),
    plain('OIDC_CLIENT_ID', config.singleSignOn?.clientId ?? ''),
    secret('OIDC_CLIENT_SECRET', config.singleSignOn?.clientSecret),
    plain('OIDC_NAME', config.singleSignOn?.name ?? ''),
    plain('OIDC_ALLOWED_DOMAINS', config.singleSignOn?.domains.join(', ') ?? ''),
    plain('OIDC_ORGANIZATION', config.singleSignOn?.organizationId ?? ''),
    plain('OIDC_ROLE_CLAIM', config.singleSignOn?.roles?.claim ?? ''),
    plain('OIDC_OWNERS', listNames(config, 'OWNER')),
    plain('OIDC_ADMINS', listNames(config, 'ADMIN')),
    plain(
      'OIDC_SESSION_HOURS',
      config.singleSignOn?.sessionMs === undefined ? '' : String(config.singleSignOn.sessionMs / 3_600_000),
    ),
    plain('ADMIN_EMAIL', config.adminEmail ?? ''),
    secret('SESSION_SECRET', config.sessionSecret),
    secret('APP_KEY', config.appKey.toString('base64')),
    secret('OTHER_APP_KEY', config.otherAppKey?.toString('base64')),
    plain('MAIL_TRANSPORT', mail.kind),
    plain('MAIL_FROM', config.mailFrom),
    secret('SMTP_URL', mail.kind === 'smtp' ? mail.url : undefined),
    secret('MAILJET_API_KEY', mail.kind === 'mailjet' ? mail.apiKey : undefined),
    secret('MAILJET_SECRET_KEY', mail.kind === 'mailjet' ? mail.secretKey : undefined),
    plain('OUTBOUND_ALLOW', config.outboundAllow),
    address('HTTP_PROXY', config.proxies?.http),
    address('HTTPS_PROXY', config.proxies?.https),
    plain('NO_PROXY', config.proxies?.except ?? ''),
    plain('TRUSTED_PROXY', config.trustedProxies.join(', ')),
    plain('RUNNER', onOff(config.runner)),
    plain('RUNNER_CONCURRENCY', String(config.runnerConcurrency)),
    plain('CIRCUIT_FAILURES', String(config.circuitFailures ?? 0)),
    plain('API_TOKEN_RATE', String(config.apiTokenRate)),
    plain('WEBHOOK_MAX_BYTES', String(config.webhookMaxBytes)),
    plain('WEBHOOK_RATE', String(config.webhookRate)),
    plain('WEBHOOK_BURST', String(config.webhookBurst)),
    plain('STRANGERS_MIB', String((config.strangerBytes ?? 0) / (1024 * 1024))),
    plain('RETENTION_DAYS', String(config.retentionDays)),
    plain('RETENTION_DAYS_FAILED', String(config.retentionDaysFailed)),
    plain('RETENTION_MIB', String((config.retentionBytes ?? 0) / (1024 * 1024))),
    plain('PRUNE_EARLY', onOff(config.pruneEarly)),
    plain('AUDIT_RETENTION_DAYS', String(config.auditRetentionDays)),
    stream?.kind === 'webhook'
      ? address('AUDIT_STREAM', stream.url)
      : plain('AUDIT_STREAM', stream?.kind ?? 'off'),
    secret('AUDIT_STREAM_SECRET', stream?.kind === 'webhook' ? stream.secret : undefined),
    secret('METRICS_TOKEN', config.metricsToken),
    plain('LOG_LEVEL', config.logLevel),
    plain('LOG_EXECUTIONS', onOff(config.logExecutions)),
    address('OTEL_EXPORTER_OTLP_ENDPOINT', config.traces?.endpoint),
    secret('OTEL_EXPORTER_OTLP_HEADERS', config.traces?.headers.map((pair) => pair.join('=')).join(',')),
  ];
}

/**
 * Returns pairs of a name and what people may see: of a secret, only whether it is set. OUTBOUND_ALLOW and similar settings
 * contain nothing secret.
 */
export function describeSettings(config: Config): [name: string, shown: string][] {
  return listSettings(config).map(({ name, shown }) => [name, shown]);
}

function plain(name: string, value: string): Setting {
  return { name, value, shown: value };
}

function secret(name: string, value = ''): Setting {
  return { name, value, shown: value && 'set' };
}

/** Shows the origin only: user and password are secret, and so may be the path, which may let people write there. */
function address(name: string, value = ''): Setting {
  return { name, value, shown: value && new URL(value).origin };
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

/** Lists the provider's values that give a role. */
function listNames({ singleSignOn }: Config, role: string): string {
  const names = singleSignOn?.roles?.names.filter((each) => each.role === role) ?? [];
  const values = names.map(({ value }) => value);
  return values.some((value) => value.includes(',')) ? `${values.join('; ')};` : values.join(', ');
}
