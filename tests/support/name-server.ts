import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';

/** What is answered about a name: addresses, nothing ever, or that there is no such name. */
export type ZoneAnswer =
  | { a?: string[]; aaaa?: string[]; ttl?: number; cname?: string }
  | 'silence'
  | 'nxdomain';

export interface NameServer {
  /** `address:port`. */
  address: string;
  /** The questions in the order of their arrival, as `name type`. */
  asked: string[];
}

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };

/** A DNS server (RFC 1035) on loopback, closed with the test; `answer` is asked about names in lower case. */
export async function startNameServer(answer: (name: string) => ZoneAnswer): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, sender) => {
    const { name, type, end } = readQuestion(query);
    asked.push(`${name} ${types[type] ?? type}`);
    const told = answer(name);
    if (told === 'silence') return;
    const records = told === 'nxdomain' ? [] : listRecords(told, type);
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (told === 'nxdomain' ? 3 : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function listRecords(
  { a = [], aaaa = [], ttl = 60, cname }: Exclude<ZoneAnswer, string>,
  type: number,
): Buffer[] {
  const addresses =
    types[type] === 'A' ? a.map(writeIpv4) : types[type] === 'AAAA' ? aaaa.map(writeIpv6) : [];
  // The question's name stands at offset 12, and is pointed to.
  const asked = Buffer.from([0xc0, 12]);
  if (cname === undefined) return addresses.map((data) => writeRecord(asked, type, ttl, data));
  const other = writeName(cname);
  return [writeRecord(asked, 5, ttl, other), ...addresses.map((data) => writeRecord(other, type, ttl, data))];
}

function writeRecord(name: Buffer, type: number, ttl: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, fixed, data]);
}

function writeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function writeIpv4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

/** Written out in full: eight groups. */
function writeIpv6(address: string): Buffer {
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}
