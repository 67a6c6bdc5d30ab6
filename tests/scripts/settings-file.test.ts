// What the commands read of a file of settings, on every Node, and what they refuse.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readSettings, replaceSetting } from '../../scripts/settings-file.js';
import { createDataDir } from '../support/server';

function write(text: string | Buffer): string {
  const path = join(createDataDir(), 'wicked.env');
  writeFileSync(path, text);
  return path;
}

test.each([
  ['PORT=3000', '3000'],
  ['  PORT = 3000 ', '3000'],
  ['export PORT=3000', '3000'],
  ['export   PORT=3000', '3000'],
  ['export\tPORT=3000', '3000'],
  ['PORT=', ''],
  ['PORT= # none', ''],
  ['PORT=#abc', '#abc'],
  ['PORT=#abc # ours', '#abc'],
  ['PORT = #abc', ''],
  ['PORT=3000 # as always', '3000'],
  ['PORT="3000" # as "always"', '3000'],
  ["PORT='a # b'", 'a # b'],
  ['PORT=`a`', 'a'],
  ['PORT="a"b"', 'a"b'],
  ['PORT=smtp://user:pa#ss$HOME@mail.example.com', 'smtp://user:pa#ss$HOME@mail.example.com'],
  ['PORT=c2VjcmV0==', 'c2VjcmV0=='],
  ['PORT=1\nPORT=2', '2'],
])('reads %j', (text, value) => {
  for (const written of [
    text,
    `\ufeff# Ours\n; theirs\n\n${text}\n`,
    `${text.replaceAll('\n', '\r\n')}\r\n`,
  ]) {
    expect(readSettings(write(written))).toEqual({ PORT: value });
  }
});

test('reads the example of the settings as Node does', () => {
  expect(readSettings('.env.example')).toEqual(parseEnv(readFileSync('.env.example', 'utf8')));
});

test.each(['PORT', 'PORT: 3000', 'PORT="3000', 'PORT="30"00', "PORT='", 'the PORT=3000', '=3000'])(
  'refuses %j by the number of its line, without its value',
  (line) => {
    const path = write(`HOST=::1\n${line}\nAPP_KEY="x"\n`);
    expect(() => readSettings(path)).toThrow(
      new Error(`line 2 of ${path} is not NAME=value, or its quotes are not closed`),
    );
  },
);

test('refuses UTF-16', () => {
  const path = write(Buffer.from('\ufeffPORT=3000\r\n', 'utf16le'));
  expect(() => readSettings(path)).toThrow(new Error(`${path} is not in UTF-8: save it as UTF-8`));
});

test.each([
  ['# A\nAPP_KEY=a\nPORT=1\n', '# A\nAPP_KEY=$&\nPORT=1\n'],
  ['\ufeffAPP_KEY="a"\r\nPORT=1\r\n', '\ufeffAPP_KEY=$&\r\nPORT=1\r\n'],
  ['export  APP_KEY = "a" # ours', 'export  APP_KEY =$&'],
  ['APP_KEY=a\n# APP_KEY=b\nAPP_KEY=c\nMY_APP_KEY=d', 'APP_KEY=a\n# APP_KEY=b\nAPP_KEY=$&\nMY_APP_KEY=d'],
])('gives the setting that counts another value in %j', (text, replaced) => {
  expect(replaceSetting(text, 'APP_KEY', '$&')).toBe(replaced);
  expect(readSettings(write(replaced)).APP_KEY).toBe('$&');
});
