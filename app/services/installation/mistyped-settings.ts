// Finds mistyped names of settings. Such a setting has no effect, and nothing else reports it.
import { settingNames } from '~/config';
import { isNearly } from '~/engine/schema/near-name';
import { fileSettingNames } from '~/setting-files';

/** Those of the server, and what its commands know beside them. */
const names = [...settingNames, ...fileSettingNames];
const known = new Set<string>(['NEW_APP_KEY', 'FTP_PROXY', ...names]);

/** The names of the environment that are nearly those of settings, each with the setting that is meant. Reads no value. */
export function listMistypedSettings(
  environment: Record<string, string | undefined>,
): { name: string; meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name)) return [];
    const meant = names.find((each) => isNearly(name, each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}
