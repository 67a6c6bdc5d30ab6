// Settings that are valid but have no effect because of other settings, or without them. Nothing else reports them.
import type { AppContext } from '~/context';
import { isGiven } from '~/setting-files';
import { listMistypedSettings } from './mistyped-settings';

type Environment = Record<string, string | undefined>;

/** Lists settings without effect, each with the reason and what to write. Reads values of choices only, never of secrets. */
export function listUnusedSettings(environment: Environment): { name: string; message: string }[] {
  const given = (...names: string[]) => names.filter((name) => isGiven(environment, name));
  const transport = environment.MAIL_TRANSPORT?.trim() || 'console';
  const stream = environment.AUDIT_STREAM?.trim() || 'off';
  return [
    ...(transport === 'smtp'
      ? []
      : idle(given('SMTP_URL'), `MAIL_TRANSPORT is ${transport}; write MAIL_TRANSPORT=smtp`)),
    ...(transport === 'mailjet'
      ? []
      : idle(
          given('MAILJET_API_KEY', 'MAILJET_SECRET_KEY'),
          `MAIL_TRANSPORT is ${transport}; write MAIL_TRANSPORT=mailjet`,
        )),
    ...(transport === 'console' || given('MAIL_FROM').length > 0
      ? []
      : [
          {
            name: 'MAIL_FROM',
            message:
              'MAIL_FROM is missing: mails come from no-reply@localhost, which most mail servers refuse.',
          },
        ]),
    ...(stream === 'off' || stream === 'stdout'
      ? idle(
          given('AUDIT_STREAM_SECRET'),
          `AUDIT_STREAM is ${stream}; write the address that entries are posted to`,
        )
      : []),
    ...(given('OTEL_EXPORTER_OTLP_ENDPOINT').length > 0
      ? []
      : idle(
          given('OTEL_EXPORTER_OTLP_HEADERS'),
          'OTEL_EXPORTER_OTLP_ENDPOINT is missing; write the address of a collector',
        )),
    ...idle(given('ALL_PROXY', 'all_proxy').slice(0, 1), 'write HTTPS_PROXY and HTTP_PROXY'),
    ...(given('HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy').length > 0
      ? []
      : idle(
          given('NO_PROXY', 'no_proxy').slice(0, 1),
          'HTTPS_PROXY and HTTP_PROXY are missing, so that all calls go to their targets directly',
        )),
  ];
}

function idle(names: string[], why: string): { name: string; message: string }[] {
  return names.map((name) => ({ name, message: `${name} has no effect: ${why}.` }));
}

/** Writes a line to the log for each name that is no setting, and for each setting without an effect. */
export function warnOfSettings(environment: Environment, log: AppContext['log']): void {
  for (const { name, meant } of listMistypedSettings(environment)) {
    log.warn({ setting: name, meant }, `${name} is not a setting and has no effect: did you mean ${meant}?`);
  }
  for (const { name, message } of listUnusedSettings(environment)) log.warn({ setting: name }, message);
}
