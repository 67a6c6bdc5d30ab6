// Reads a file of settings by itself, so that every Node reads the same from it, and says which line nobody could read. Node's own
// reader passes over such lines, ends a password at its `#`, and before Node 22 takes `export` for part of a name.
import { readFileSync } from 'node:fs';

const setting = /^(\s*(?:export\s+)?([^\s=]+)\s*=)(.*)$/;
const ignored = /^\s*(?:[#;].*)?$/;
const quoted = /^(["'`])(.*?)\1(?:\s+#.*|\s*)$/;
const comment = /\s#.*$/;

/**
 * Returns the settings in a file; of several lines with one name the last one counts, as for systemd and Docker. Editors of Windows
 * put a byte order mark before the first name. Throws when the file cannot be read, holds UTF-16, or has a line that is neither
 * `NAME=value` nor a comment; the error names the number of the line, and no value.
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function readSettings(path) {
  const text = readFileSync(path, 'utf8');
  if (text.includes('\0')) throw new Error(`${path} is not in UTF-8: save it as UTF-8`);
  /** @type {Map<string, string>} */
  const settings = new Map();
  for (const [index, line] of splitLines(text).entries()) {
    if (ignored.test(line)) continue;
    const [, , name = '', written = ''] = setting.exec(line) ?? [];
    const value = readValue(written);
    if (name === '' || value === undefined) {
      throw new Error(`line ${index + 1} of ${path} is not NAME=value, or its quotes are not closed`);
    }
    settings.set(name, value);
  }
  return Object.fromEntries(settings);
}

/**
 * Returns the text of a file of settings with another value for one that it has. All other lines stay as they are.
 * @param {string} text
 * @param {string} name
 * @param {string} value without blanks and quotes
 */
export function replaceSetting(text, name, value) {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const lines = text.slice(mark.length).split('\n');
  const index = lines.findLastIndex((line) => setting.exec(line.trimEnd())?.[2] === name);
  const line = lines[index] ?? '';
  const end = line.endsWith('\r') ? '\r' : '';
  const [, start] = setting.exec(line.trimEnd()) ?? [];
  return mark + lines.with(index, `${start}${value}${end}`).join('\n');
}

/** @param {string} text */
function splitLines(text) {
  return text.replace(/^\ufeff/, '').split(/\r?\n/);
}

/**
 * Returns `undefined` for a value whose quotes are not closed on its line.
 * @param {string} written what stands behind the equals sign, with its blanks
 */
function readValue(written) {
  const text = written.trim();
  if (/^["'`]/.test(text)) return quoted.exec(text)?.[2];
  return written.replace(comment, '').trim();
}
