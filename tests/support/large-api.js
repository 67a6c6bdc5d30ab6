// OpenAPI documents as large as imports take them, made when they are needed.

/**
 * One of so many bytes, as YAML or as JSON; each operation has a parameter and a body by schema.
 * @param {{ bytes: number, format: 'yaml' | 'json' }} wanted
 */
export function describeLargeApi({ bytes, format }) {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: /** @type {Record<string, object>} */ ({}),
  };
  const head = format === 'yaml' ? writeYaml(document) : JSON.stringify(document);
  let length = head.length;
  /** @type {string[]} */
  const parts = [];
  for (let index = 0; length < bytes; index += 1) {
    const path = { [`/things/${index}/parts/{part}`]: { post: describeOperation(index) } };
    const part = format === 'yaml' ? writeYaml(path, '  ') : JSON.stringify(path).slice(1, -1);
    length += part.length + 1;
    parts.push(part);
  }
  // The last one went beyond.
  parts.pop();
  return format === 'yaml'
    ? head + parts.join('')
    : head.replace('"paths":{}', () => `"paths":{${parts.join(',')}}`);
}

/** @param {number} index */
function describeOperation(index) {
  const text = { type: 'string', minLength: 3, maxLength: 40 };
  return {
    summary: `Change part of thing ${index}`,
    description: 'Changes one part of a thing and answers the thing as it is then, with all of its parts.',
    tags: ['Things'],
    parameters: [{ name: 'part', in: 'path', required: true, schema: text }],
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { name: text, note: text, size: text } },
        },
      },
    },
    responses: { 200: { description: 'The thing.' } },
  };
}

/**
 * @param {object} value
 * @param {string} indent
 * @returns {string}
 */
function writeYaml(value, indent = '') {
  const isList = Array.isArray(value);
  return Object.entries(value)
    .map(([name, inner]) => {
      const key = isList ? `${indent}-` : `${indent}${JSON.stringify(name)}:`;
      if (typeof inner !== 'object') return `${key} ${JSON.stringify(inner)}\n`;
      return `${key}\n${writeYaml(inner, `${indent}  `)}`;
    })
    .join('');
}
