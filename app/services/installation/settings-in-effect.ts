import type { Config } from '~/config';

/**
 * The settings that this process was started with, by their names in the environment, as text. Of secrets it says only
 * whether they are set; of OUTBOUND_ALLOW and the like, nothing is secret.
 */
export function describeSettings(config: Config): [name: string, value: string][] {
  const { mailTransport: mail } = config;
  return [
    ['APP_URL', config.appUrl],
    ['HSTS_SUBDOMAINS', onOff(config.hstsSubdomains)],
    ['HOST', config.host],
    ['PORT', String(config.port)],
    ['DATA_DIR', config.dataDir],
    ['SIGNUP', config.signUp],
    ['PASSWORD_LOGIN', onOff(config.passwordLogin)],
    ['OIDC_ISSUER', config.singleSignOn?.issuer ?? ''],
    ['OIDC_CLIENT_ID', config.singleSignOn?.clientId ?? ''],
    ['OIDC_CLIENT_SECRET', isSet(config.singleSignOn !== undefined)],
    ['OIDC_NAME', config.singleSignOn?.name ?? ''],
    ['OIDC_ALLOWED_DOMAINS', config.singleSignOn?.domains.join(', ') ?? ''],
    ['OIDC_ORGANIZATION', config.singleSignOn?.organizationId ?? ''],
    ['OIDC_ROLE_CLAIM', config.singleSignOn?.roles?.claim ?? ''],
    ['OIDC_OWNERS', listNames(config, 'OWNER')],
    ['OIDC_ADMINS', listNames(config, 'ADMIN')],
    [
      'OIDC_SESSION_HOURS',
      config.singleSignOn?.sessionMs === undefined ? '' : String(config.singleSignOn.sessionMs / 3_600_000),
    ],
    ['ADMIN_EMAIL', config.adminEmail ?? ''],
    ['SESSION_SECRET', isSet(true)],
    ['APP_KEY', isSet(true)],
    ['OTHER_APP_KEY', isSet(config.otherAppKey !== undefined)],
    ['MAIL_TRANSPORT', mail.kind],
    ['MAIL_FROM', config.mailFrom],
    ['SMTP_URL', isSet(mail.kind === 'smtp')],
    ['MAILJET_API_KEY', isSet(mail.kind === 'mailjet')],
    ['MAILJET_SECRET_KEY', isSet(mail.kind === 'mailjet')],
    ['OUTBOUND_ALLOW', config.outboundAllow],
    ['HTTP_PROXY', describeProxy(config.proxies?.http)],
    ['HTTPS_PROXY', describeProxy(config.proxies?.https)],
    ['NO_PROXY', config.proxies?.except ?? ''],
    ['TRUSTED_PROXY', config.trustedProxies.join(', ')],
    ['RUNNER', onOff(config.runner)],
    ['RUNNER_CONCURRENCY', String(config.runnerConcurrency)],
    ['CIRCUIT_FAILURES', String(config.circuitFailures ?? 0)],
    ['API_TOKEN_RATE', String(config.apiTokenRate)],
    ['WEBHOOK_MAX_BYTES', String(config.webhookMaxBytes)],
    ['WEBHOOK_RATE', String(config.webhookRate)],
    ['WEBHOOK_BURST', String(config.webhookBurst)],
    ['RETENTION_DAYS', String(config.retentionDays)],
    ['RETENTION_DAYS_FAILED', String(config.retentionDaysFailed)],
    ['RETENTION_MIB', String((config.retentionBytes ?? 0) / (1024 * 1024))],
    ['PRUNE_EARLY', onOff(config.pruneEarly)],
    ['AUDIT_RETENTION_DAYS', String(config.auditRetentionDays)],
    ['AUDIT_STREAM', describeAuditStream(config)],
    ['AUDIT_STREAM_SECRET', isSet(config.auditStream?.kind === 'webhook')],
    ['METRICS_TOKEN', isSet(config.metricsToken !== undefined)],
    ['LOG_LEVEL', config.logLevel],
    ['LOG_EXECUTIONS', onOff(config.logExecutions)],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', config.traces ? new URL(config.traces.endpoint).origin : ''],
    ['OTEL_EXPORTER_OTLP_HEADERS', isSet((config.traces?.headers.length ?? 0) > 0)],
  ];
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

/** Of the provider's values, those that give a role. */
function listNames({ singleSignOn }: Config, role: string): string {
  const names = singleSignOn?.roles?.names.filter((each) => each.role === role) ?? [];
  return names.map(({ value }) => value).join(', ');
}

function isSet(isThere: boolean): string {
  return isThere ? 'set' : '';
}

/** Without user and password. */
function describeProxy(url: string | undefined): string {
  return url === undefined ? '' : new URL(url).origin;
}

/** Of an address its host, as of that of a collector: what stands behind may let one write there. */
function describeAuditStream({ auditStream }: Config): string {
  if (!auditStream) return 'off';
  return auditStream.kind === 'stdout' ? 'stdout' : new URL(auditStream.url).origin;
}
