// Bytes as other programs read them: Python's codecs, and iconv where the machine has it.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { decodeBody, decodeText } from '~/engine/http/charset';
import { decodeFields, splitFields } from '~/services/webhooks/bodies/form-fields';

const high = Array.from({ length: 128 }, (_, index) => 0x80 + index);

/** The code points that Python makes of each byte; null where it knows none. */
function readByPython(bytes: number[], codec: string): (number | null)[] {
  const script = `import json
def read(byte):
    try:
        return ord(bytes([byte]).decode(${JSON.stringify(codec)}))
    except UnicodeDecodeError:
        return None
print(json.dumps([read(byte) for byte in ${JSON.stringify(bytes)}]))`;
  const { stdout, status } = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
  expect(status).toBe(0);
  return JSON.parse(stdout) as (number | null)[];
}

/** What iconv makes of bytes, or the status with which it gives up. */
function readByIconv(bytes: number[], charset: string): string | number | null {
  const { stdout, status } = spawnSync('iconv', ['-f', charset, '-t', 'UTF-8'], {
    input: Buffer.from(bytes),
  });
  return status === 0 ? stdout.toString('utf8') : status;
}

/** The bytes that windows-1252 leaves open. The Encoding Standard makes the controls of the same number of them. */
const open = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

function readForm(body: Buffer, label: string) {
  return decodeFields(splitFields(body) ?? [], label);
}

/** A body, an answer and a form's field that hold this one byte. */
function readEverywhere(byte: number, label: string) {
  const bytes = Buffer.from([byte]);
  const escape = `%${byte.toString(16)}`;
  return {
    body: decodeBody(bytes, label),
    answer: decodeText(bytes, `text/plain; charset=${label}`),
    field: readForm(Buffer.from(`a=${escape}`), label)?.[0]?.[1],
    bare: readForm(Buffer.concat([Buffer.from('a='), bytes]), label)?.[0]?.[1],
  };
}

function everywhere(text: string) {
  return { body: text, answer: text, field: text, bare: text };
}

describe('each byte from 0x80', () => {
  // ISO-8859-1 by its own standard has controls where windows-1252 has € and quotation marks. The Encoding Standard makes
  // one of the two, since who names ISO-8859-1 writes windows-1252; that is followed here, as by each browser.
  it.each(['windows-1252', 'iso-8859-1', 'latin1'])('of %s is what Python reads in cp1252', (label) => {
    const pythons = readByPython(high, 'cp1252');
    expect(high.filter((_, index) => pythons[index] === null)).toEqual(open);
    for (const [index, byte] of high.entries()) {
      const meant = String.fromCodePoint(pythons[index] ?? byte);
      expect({ byte, ...readEverywhere(byte, label) }).toEqual({ byte, ...everywhere(meant) });
    }
  });

  it('of ISO-8859-1 differs from Python in 27 signs of windows-1252, and in nothing else', () => {
    const pythons = readByPython(high, 'iso-8859-1');
    const differing = high.filter(
      (byte, index) => decodeBody(Buffer.from([byte]), 'iso-8859-1')?.codePointAt(0) !== pythons[index],
    );
    expect(differing).toEqual(high.filter((byte) => byte < 0xa0 && !open.includes(byte)));
  });

  it.skipIf(spawnSync('iconv', ['--version']).error)('of windows-1252 is what iconv reads', () => {
    const known = high.filter((byte) => !open.includes(byte));
    expect(decodeBody(Buffer.from(known), 'windows-1252')).toBe(readByIconv(known, 'WINDOWS-1252'));
    expect(decodeBody(Buffer.from(known), 'iso-8859-1')).toBe(readByIconv(known, 'WINDOWS-1252'));
    for (const byte of open) expect(readByIconv([byte], 'WINDOWS-1252')).toBe(1);
  });
});

describe('UTF-16 by its byte order mark', () => {
  const text = 'größe € “日本” 𝄞';

  it.each([
    ['utf-16-be', [0xfe, 0xff]],
    ['utf-16-le', [0xff, 0xfe]],
  ])('as Python writes it in %s', (codec, mark) => {
    const script = `import sys; sys.stdout.buffer.write(${JSON.stringify(text)}.encode('${codec}'))`;
    const { stdout, status } = spawnSync('python3', ['-c', script]);
    expect(status).toBe(0);
    const bytes = Buffer.concat([Buffer.from(mark), stdout]);
    // Whatever is named, the mark decides.
    for (const label of ['utf-16', 'utf-16le', 'utf-16be', 'utf-8', 'windows-1252', undefined]) {
      const type = label === undefined ? 'text/plain' : `text/plain; charset=${label}`;
      expect({ label, text: decodeText(bytes, type) }).toEqual({ label, text });
      expect({ label, text: decodeBody(bytes, label) }).toEqual({ label, text });
    }
  });

  it('as Python reads it', () => {
    const units = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [units, Buffer.from(units).swap16()]) {
      const { stdout } = spawnSync(
        'python3',
        ['-c', `import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().decode('utf-16').encode())`],
        { input: bytes },
      );
      expect(stdout.toString('utf8')).toBe(text);
      expect(decodeBody(bytes, 'utf-16')).toBe(stdout.toString('utf8'));
      expect(decodeText(bytes, 'text/plain; charset=utf-16')).toBe(stdout.toString('utf8'));
    }
  });
});

function xml(label: string): string {
  return `<?xml version="1.0" encoding='${label}'?><a>größe</a>`;
}

describe('an XML declaration', () => {
  const shiftJis = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);

  it.each<[label: string, bytes: Buffer, text: string]>([
    ['ISO-8859-1', Buffer.from(xml('ISO-8859-1'), 'latin1'), xml('ISO-8859-1')],
    // Written anew by who did not look at it.
    ['ISO-8859-1', Buffer.from(xml('ISO-8859-1')), xml('ISO-8859-1')],
    ['UTF-16', Buffer.from(xml('UTF-16')), xml('UTF-16')],
    ['made-up', Buffer.from(xml('made-up')), xml('made-up')],
    [
      'Shift_JIS',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="Shift_JIS" ?><a>'), shiftJis]),
      '<?xml version="1.0" encoding="Shift_JIS" ?><a>テスト',
    ],
  ])('names the charset where nothing else does: %s', (_label, bytes, text) => {
    expect(decodeText(bytes, 'text/xml')).toBe(text);
    expect(decodeBody(bytes, undefined)).toBe(text);
  });

  it('gives way to the charset of the content type, and to a byte order mark', () => {
    const bytes = Buffer.from(xml('Shift_JIS'), 'latin1');
    expect(decodeText(bytes, 'text/xml; charset=iso-8859-1')).toBe(xml('Shift_JIS'));
    expect(decodeBody(bytes, 'iso-8859-1')).toBe(xml('Shift_JIS'));
    expect(decodeText(Buffer.from(`\ufeff${xml('Shift_JIS')}`), 'text/xml')).toBe(xml('Shift_JIS'));
  });
});
