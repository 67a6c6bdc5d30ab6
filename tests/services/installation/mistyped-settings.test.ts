import { describe, expect, test } from 'vitest';
import { settingNames } from '~/config';
import { listMistypedSettings } from '~/services/installation/mistyped-settings';

describe('a name that is nearly that of a setting', () => {
  test.each([
    ['OUTBOUND_ALOW', 'OUTBOUND_ALLOW'],
    ['WEBHOOK_MAX_BYTE', 'WEBHOOK_MAX_BYTES'],
    ['WEBHOOKS_MAX_BYTE', 'WEBHOOK_MAX_BYTES'],
    ['TRUSTED_PROXIES', 'TRUSTED_PROXY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['DATADIR', 'DATA_DIR'],
    ['APP_ULR', 'APP_URL'],
    ['PROT', 'PORT'],
    ['SMTP_URI', 'SMTP_URL'],
  ])('%s: %s', (name, meant) => {
    expect(listMistypedSettings({ [name]: 'x' })).toEqual([{ name, meant }]);
  });

  test('is not one of what a machine sets by itself', () => {
    const usual =
      'PATH HOME HOSTNAME USER LOGNAME MAIL SHELL PWD TERM LANG TZ TMPDIR NODE_ENV NODE_OPTIONS ENV_FILE NEW_APP_KEY ' +
      'APP_ENV APP_ID APP_NAME SMTP_HOST SMTP_PORT INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY npm_config_loglevel ' +
      'DATABASE_URL KUBERNETES_SERVICE_HOST KUBERNETES_PORT WICKED_PORT_3000_TCP_PORT EXECUTIONS_LEFT';
    const environment = Object.fromEntries(usual.split(' ').map((name) => [name, 'x']));
    expect(listMistypedSettings(environment)).toEqual([]);
  });

  test('is none that there is', () => {
    expect(listMistypedSettings(Object.fromEntries(settingNames.map((name) => [name, 'x'])))).toEqual([]);
  });
});
