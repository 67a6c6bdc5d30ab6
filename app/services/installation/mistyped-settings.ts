// Finds mistyped names of settings. Such a setting has no effect, and nothing else reports it.
import { settingNames } from '~/config';
import { isNearly } from '~/engine/schema/near-name';
import { fileSettingNames } from '~/setting-files';

/** The settings of the server, and those that only its commands know. */
const names = [...settingNames, ...fileSettingNames];
const known = new Set<string>(['NEW_APP_KEY', 'FTP_PROXY', ...names]);

/** Lists names of the environment that nearly match a setting, each with the setting that is meant. Reads no value. */
export function listMistypedSettings(
  environment: Record<string, string | undefined>,
): { name: string; meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name)) return [];
    const meant = names.find((each) => isNearly(name, each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}
