// Explains why a path with a filter is refused, and suggests the filter that was probably meant, if that one can be read.
import { findPath, filterText } from './path';
import { literal, segments } from './path-filter';
import { quoted } from './path-name';

const texts = {
  or: 'A filter in a JSON path knows && and no ||. Take two paths instead',
  function: 'A filter in a JSON path knows no functions. Compare what stands behind @ with a value instead',
  not: 'A filter in a JSON path knows no !. Compare by != instead',
  path: 'A filter in a JSON path compares with a value, not with another path. Write the value instead',
  many: 'Behind @ stands a path to one place. Write one like @.price or @.tags[0] instead',
  alone: 'A filter stands alone between its brackets. Take two paths instead',
  form: "A filter in a JSON path cannot be read. Write one like [?(@.status == 'paid' && @.total > 10)] instead",
};

const filters = new RegExp(String.raw`\[\s*\?(${filterText})\]`, 'gsu');
const quotedParts = new RegExp(`(${quoted})`, 'gs');
const turnedRound = new RegExp(String.raw`(${literal})\s*(==|!=|<=|>=|<|>)\s*(@${segments})`, 'gsu');

/** Describes what is wrong with a path that contains a filter and cannot be read. */
export function describePathFilterProblem(path: string): string {
  const meant = path.replace(filters, (_whole, filter: string) => `[?${respell(filter)}]`);
  if (meant !== path && findPath(meant)) return `JSON path cannot be read. Write ${meant} instead`;
  if (/,\s*\?/.test(path.replace(quotedParts, ''))) return texts.alone;
  const inside = [...path.matchAll(filters)].map(([, filter = '']) => filter).join('\n');
  const unquoted = inside.replace(quotedParts, "''");
  if (/\|\||\bor\b/.test(unquoted)) return texts.or;
  if (/[A-Za-z_]\s*\(/.test(unquoted)) return texts.function;
  if (/!(?!=)/.test(unquoted)) return texts.not;
  if (/[=<>]\s*[@$]|\$/.test(unquoted)) return texts.path;
  if (/,/.test(unquoted.replace(/\[[^\]]*\]/g, ''))) return texts.alone;
  if (/@[^&)]*(?:\.\.|\*|:|,)/.test(unquoted)) return texts.many;
  return texts.form;
}

const names: Record<string, string> = { True: 'true', False: 'false', None: 'null', nil: 'null' };
const flipped: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** Replaces other languages' operators, quotes words, puts `@.` before names, and moves values behind the operator. */
function respell(filter: string): string {
  const parts = filter.split(quotedParts).map((part, index) => (index % 2 === 1 ? part : respellPlain(part)));
  return parts
    .join('')
    .replace(turnedRound, (_whole, value: string, operator: string, place: string) =>
      [place, flipped[operator] ?? operator, value].join(' '),
    );
}

function respellPlain(part: string): string {
  return part
    .replace(/([=!])==/g, '$1=')
    .replace(/(?<![=!<>])=(?![=~])/g, '==')
    .replace(/(?<!&)&(?!&)|\b(?:and|AND)\b/g, '&&')
    .replace(/(==|!=|<=|>=|<|>)(\s*)([A-Za-z_][\w-]*)(?![\w(.-])/g, (_whole, operator, space, word) => {
      const value = names[word] ?? (/^(?:true|false|null)$/.test(word) ? word : `'${word}'`);
      return `${operator}${space}${value}`;
    })
    .replace(/(^|&&|\()(\s*)(?!(?:true|false|null)\b)([A-Za-z_][\w-]*)(?![\w(-])/g, '$1$2@.$3');
}
