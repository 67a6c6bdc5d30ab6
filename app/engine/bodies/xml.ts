// Reads XML as JSON values: elements, attributes, text and CDATA, which senders use. A document type is refused, and with it
// every entity but the five of XML itself. So no entity can expand into a large text, and no other file or URL is read.
import { finish, type InParts } from '../json/json-parts';

export type XmlValue = string | XmlElement | XmlValue[];
/** Attributes are `@name`, text beside them or elements is `#text`, elements have their names; repeated ones are lists. */
interface XmlElement {
  [name: string]: XmlValue;
}

type ReadXml =
  | { kind: 'value'; value: XmlElement }
  | { kind: 'unparsable'; message: string }
  | { kind: 'too-deep' };

interface Open {
  name: string;
  /** Has no prototype, so that `__proto__` is a name like any other. */
  fields: XmlElement;
  text: string;
  isEmpty: boolean;
}

/** Thrown when the text is not XML. Used only in this file. */
class NotXml extends Error {}

/**
 * Reads a document (XML 1.0, fifth edition) with one root element, well-formed and without a document type. An element with
 * neither attributes nor elements becomes its text; text is trimmed. Names keep their prefixes. At most `maxDepth` elements may
 * be nested.
 */
export function readXml(source: string, maxDepth: number): ReadXml {
  return finish(readXmlInParts(source, maxDepth));
}

/** Like {@link readXml}, but in parts when the document is long. */
export function* readXmlInParts(source: string, maxDepth: number): InParts<ReadXml> {
  try {
    return yield* scan(source, maxDepth);
  } catch (error) {
    if (error instanceof NotXml) return { kind: 'unparsable', message: error.message };
    throw error;
  }
}

const name = String.raw`[:A-Z_a-z\u00c0-\ud7ff\uf900-\ufffd][-.\w:\u00b7-\ud7ff\uf900-\ufffd]*`;
// The lookahead rejects an unfinished name at once; otherwise the regex would try each shorter name with all that may follow.
const startTag = new RegExp(String.raw`<(${name})(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(/?)>`, 'y');
const endTag = new RegExp(String.raw`</(${name})\s*>`, 'y');
const attribute = new RegExp(String.raw`\s+(${name})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'y');

/** How many tags are read at once, which takes 3 ms at most. */
const tagsOfPart = 2_000;

function* scan(source: string, maxDepth: number): InParts<ReadXml> {
  const root: Open = { name: '', fields: createFields(), text: '', isEmpty: true };
  const open: Open[] = [];
  let current = root;
  let at = 0;

  for (let tags = 1; at < source.length; tags += 1) {
    if (tags % tagsOfPart === 0) yield;
    const next = source.indexOf('<', at);
    const end = next < 0 ? source.length : next;
    if (end > at) current.text += decodeEntities(source.slice(at, end));
    if (next < 0) break;
    const sign = source[next + 1];
    if (sign === '?') at = skipTo(source, next, '?>');
    else if (source.startsWith('<!--', next)) at = skipTo(source, next + 4, '-->');
    else if (source.startsWith('<![CDATA[', next)) {
      at = skipTo(source, next, ']]>');
      current.text += source.slice(next + 9, at - 3);
    } else if (sign === '!') {
      throw new NotXml('The XML holds a document type, which is not read.');
    } else if (sign === '/') {
      endTag.lastIndex = next;
      const closed = endTag.exec(source);
      const parent = open.pop();
      if (!closed || !parent || closed[1] !== current.name) throw notWellFormed(source, next);
      add(parent, current.name, toValue(current));
      current = parent;
      at = endTag.lastIndex;
    } else {
      startTag.lastIndex = next;
      const tag = startTag.exec(source);
      if (!tag) throw notWellFormed(source, next);
      if (open.length >= maxDepth) return { kind: 'too-deep' };
      if (current === root && !root.isEmpty) throw notWellFormed(source, next);
      const [, tagName = '', attributes = '', isClosed] = tag;
      const element = { name: tagName, fields: createFields(), text: '', isEmpty: true };
      if (attributes.trim() && !readAttributes(element, attributes)) throw notWellFormed(source, next);
      at = startTag.lastIndex;
      if (isClosed) add(current, tagName, toValue(element));
      else {
        open.push(current);
        current = element;
      }
    }
  }
  if (current !== root || root.isEmpty || root.text.trim() !== '') throw notWellFormed(source, source.length);
  return { kind: 'value', value: root.fields };
}

function readAttributes(element: Open, text: string): boolean {
  let at = 0;
  while (at < text.length) {
    attribute.lastIndex = at;
    const found = attribute.exec(text);
    if (!found) return text.slice(at).trim() === '';
    const [, key = '', double, single = ''] = found;
    if (`@${key}` in element.fields) return false;
    element.fields[`@${key}`] = decodeEntities(double ?? single);
    element.isEmpty = false;
    at = attribute.lastIndex;
  }
  return true;
}

function add(parent: Open, key: string, value: XmlValue): void {
  const known = parent.fields[key];
  if (known === undefined) parent.fields[key] = value;
  else if (Array.isArray(known)) known.push(value);
  else parent.fields[key] = [known, value];
  parent.isEmpty = false;
}

function toValue({ fields, text, isEmpty }: Open): XmlValue {
  const trimmed = text.trim();
  if (isEmpty) return trimmed;
  if (trimmed) fields['#text'] = trimmed;
  return fields;
}

function createFields(): XmlElement {
  return Object.create(null) as XmlElement;
}

function skipTo(source: string, from: number, end: string): number {
  const found = source.indexOf(end, from);
  if (found < 0) throw notWellFormed(source, from);
  return found + end.length;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the predefined entities and character references (XML 1.0 §4.1, §4.6). */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // Checked first: `replace` would find and keep all matches before it replaces the first.
  if (/&(?!#\d{1,7};|#x[\da-f]{1,6};|\w{1,10};)/i.test(text)) throw notKnown();
  return text.replace(/&(?:#(\d{1,7});|#x([\da-f]{1,6});|(\w{1,10});)?/gi, (_, decimal, hex, word) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined && isCharacter(code)) return String.fromCodePoint(code);
    const sign = word && Object.hasOwn(entities, word) ? entities[word] : undefined;
    if (sign === undefined) throw notKnown();
    return sign;
  });
}

function notKnown(): NotXml {
  return new NotXml('The XML holds an entity that is not one of XML itself.');
}

/** Checks for a character of XML 1.0 §2.2. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

function notWellFormed(source: string, at: number): NotXml {
  let line = 1;
  for (let end = source.indexOf('\n'); end >= 0 && end < at; end = source.indexOf('\n', end + 1)) line += 1;
  return new NotXml(`The body is not well-formed XML (line ${line}).`);
}
