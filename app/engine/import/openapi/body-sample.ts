// Makes an example of an operation's request body, in a type that a call can send: JSON, a form, a file or a text.
import { isJsonLongerThan, stringifyJson } from '../../json/json';
import { literalBraces } from '../../placeholders/fill-template';
import { asNode, asText, type Node, ownValue } from '../draft/document';
import { cleanLine, encodeLiteral } from '../draft/draft';
import { describeFile, isSentAsFile, nameFileVariable } from '../draft/left-file';
import { writeMultipart } from './file-sample';
import { type References, sampleSchema } from './json-sample';
import { truncate } from '../../texts/truncate';

/** The most characters of an example. */
const maxSampleLength = 64 * 1024;

interface SampleBody {
  text: string;
  type?: string;
  bodyType?: 'file' | 'multipart';
}

/**
 * Returns the text of a request body and its content type, which a form of several parts gets when it is sent, and a file of
 * any type has itself. Empty when there is no body or none that can be filled in.
 */
export function sampleBody(references: References, given: unknown, notes: string[]): SampleBody {
  const content = asNode(references.resolve(given).content);
  const types = Object.keys(content);
  if (types.length === 0) return { text: '' };
  const known = [/[/+]json\b/i, /urlencoded/i, /^multipart\/form-data\b/i]
    .map((pattern) => types.find((each) => pattern.test(each)))
    .find((each) => each !== undefined);
  const type = known ?? types[0] ?? '';
  const media = asNode(content[type]);
  const [example] = Object.values(asNode(media.examples)).map((each) => references.resolve(each).value);
  const sample = media.example ?? example ?? sampleSchema(media.schema, references);
  if (isJsonLongerThan(sample, maxSampleLength)) {
    notes.push('The example of its body is very long and was left out.');
    return { text: '', type };
  }
  if (known === undefined && isSentAsFile(type)) {
    const variable = nameFileVariable('file');
    notes.push(describeFile('The body', variable, { path: '' }));
    return { text: `{{${variable}}}`, bodyType: 'file', ...(!type.includes('*') && { type }) };
  }
  const isText = typeof sample === 'string' && (media.schema === undefined || /^text\/plain\b/i.test(type));
  if (known === undefined && !isText) {
    notes.push(`A body of type ${truncate(cleanLine(type), 60)} cannot be filled in here.`);
    return { text: '' };
  }
  const body = writeBody(references, { media, sample, type }, notes);
  notes.push('The body is an example. Replace it with your values.');
  return body;
}

/** The text of an example is literal, including its braces. */
function writeBody(
  references: References,
  { media, sample, type }: { media: Node; sample: unknown; type: string },
  notes: string[],
): SampleBody {
  if (/json/i.test(type)) {
    return { text: literalBraces(isWrittenJson(sample) ? sample : writeJson(sample)), type };
  }
  if (typeof sample === 'string') return { text: literalBraces(sample), type };
  if (!/^multipart/i.test(type)) return { text: writeForm(asNode(sample), asNode(media.encoding)), type };
  const form = { schema: media.schema, sample: asNode(sample) };
  const text = writeMultipart(references, form, (value) => literalBraces(writeField(value)), notes);
  return { text, bodyType: 'multipart' };
}

/** Checks for JSON in a text: some documents give an example of an object or a list that way. */
function isWrittenJson(sample: unknown): sample is string {
  return typeof sample === 'string' && /^\s*[{[]/.test(sample);
}

function writeJson(value: unknown): string {
  return stringifyJson(value, 2);
}

/** The separators between the items of a list in one field; `tabDelimited` exists only in `swagger.ts`. */
const separators = new Map([
  ['form', ','],
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/** Writes `name=value` for each field and each item of a list, unless the encoding joins them (OpenAPI 3, Encoding Object). */
function writeForm(fields: Node, encodings: Node): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    const pair = (text: string) => `${encodeLiteral(name)}=${encodeLiteral(text)}`;
    const { contentType, style, explode } = asNode(ownValue(encodings, name));
    if (!Array.isArray(value) || /json/i.test(asText(contentType))) return [pair(writeField(value))];
    const items = value.map(writeField);
    const known = asText(style) || 'form';
    const isSplit = typeof explode === 'boolean' ? explode : known === 'form';
    return isSplit || items.length === 0 ? items.map(pair) : [pair(items.join(separators.get(known) ?? ','))];
  });
  return pairs.join('&');
}

function writeField(value: unknown): string {
  return typeof value === 'object' ? writeJson(value) : String(value);
}
