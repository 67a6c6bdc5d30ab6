// Secret settings may be in files, as Docker, Kubernetes and systemd provide secrets. Another process can read an environment
// more easily than a file.
import { readFileSync } from 'node:fs';

const secretSettings = [
  'SESSION_SECRET',
  'APP_KEY',
  'OTHER_APP_KEY',
  'NEW_APP_KEY',
  'MAILJET_API_KEY',
  'MAILJET_SECRET_KEY',
  'SMTP_URL',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'METRICS_TOKEN',
  'AUDIT_STREAM_SECRET',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** The names of all settings that name a file: `APP_KEY_FILE` and the like. */
export const fileSettingNames = secretSettings.map((name) => `${name}_FILE`);

type Environment = Record<string, string | undefined>;

/**
 * Adds the content of the files that an environment names, without line breaks at the end. `invalid`: one line about a file
 * that cannot be read, or a setting that is given both ways. Empty values count as missing.
 */
export function readSettingFiles(
  environment: Environment,
): { kind: 'environment'; environment: Environment } | { kind: 'invalid'; message: string } {
  const whole = { ...environment };
  for (const name of secretSettings) {
    const fileName = `${name}_FILE`;
    const file = environment[fileName];
    if (!file) continue;
    if (environment[name]) {
      return {
        kind: 'invalid',
        message: `The setting ${name} is given twice: remove either ${name} or ${fileName}.`,
      };
    }
    try {
      whole[name] = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'invalid', message: `The setting ${fileName} cannot be used: ${reason}.` };
    }
  }
  return { kind: 'environment', environment: whole };
}

/** Checks whether a setting is given, by itself or by its file. */
export function isGiven(environment: Environment, name: string): boolean {
  return [name, `${name}_FILE`].some((each) => (environment[each] ?? '').trim() !== '');
}
