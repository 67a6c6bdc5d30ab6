import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nameMissingResponse } from '~/engine/events/failure-reason';
import type { RefusedTarget } from '~/outbound/client';
import { checkTarget, readTarget, type Address, type Lookup } from '~/outbound/target';
import { allowing, makeOutbound, makeRequest, startHttp } from './loopback';

const loopback: Address = { address: '127.0.0.1', family: 4 };
const metadata: Address = { address: '169.254.169.254', family: 4 };
const otherLoopback: Address = { address: '127.0.0.9', family: 4 };

function answering(...addresses: Address[]): Lookup {
  return async () => addresses;
}

async function refuseLookup(): Promise<Address[]> {
  throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
}

describe('addresses in the URL', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '１２７。0。0。1',
  ])('%s is loopback', async (host) => {
    const { port } = await startHttp((_request, response) => void response.end('reached'));
    expect(await makeOutbound({ allow: [] }).send(makeRequest(`http://${host}:${port}/`))).toEqual({
      kind: 'failure',
      reason: 'refused-address',
      sent: false,
      message: `127.0.0.1 is a loopback address, which calls may not reach. Only a setting of the server can allow it: ask an administrator of this installation to add 127.0.0.1:${port} to OUTBOUND_ALLOW.`,
      durationMs: expect.any(Number),
    });
  });

  test.each([
    ['http://0/', '0.0.0.0 is an address of "this network"', '0.0.0.0:80'],
    ['http://169.254.169.254/latest/', '169.254.169.254 is a cloud metadata address', '169.254.169.254:80'],
    ['https://10.0.0.8/', '10.0.0.8 is a private address', '10.0.0.8:443'],
    ['http://[::1]:81/', '::1 is a loopback address', '[::1]:81'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is an IPv4-mapped address', '[::ffff:7f00:1]:80'],
    ['http://[64:ff9b::7f00:1]/', '64:ff9b::7f00:1 is a NAT64 address', '[64:ff9b::7f00:1]:80'],
  ])('%s is rejected, and the entry in the message opens it', async (url, subject, entry) => {
    const failure = await makeOutbound({ allow: [] }).send(makeRequest(url));
    expect(failure).toMatchObject({
      reason: 'refused-address',
      message: `${subject}, which calls may not reach. Only a setting of the server can allow it: ask an administrator of this installation to add ${entry} to OUTBOUND_ALLOW.`,
    });
    // The log has the sentence alone, and tells by it why there was no response.
    expect(nameMissingResponse('message' in failure ? failure.message : '')).toBe('Address not allowed');
    const check = await checkTarget(readTarget(new URL(url)), {
      allow: allowing(entry),
      lookup: refuseLookup,
    });
    expect(check).toMatchObject({ kind: 'addresses' });
  });
});

describe('names', () => {
  test('are looked up once, and the connection goes to the address that was judged', async () => {
    const hosts: unknown[] = [];
    const { port } = await startHttp((request, response) => {
      hosts.push(request.headers.host);
      response.end('reached');
    });
    const asked: string[] = [];
    const lookup: Lookup = async (hostname) => {
      asked.push(hostname);
      return [loopback];
    };
    const outbound = makeOutbound({ lookup });
    const url = `http://name.test:${port}/`;
    const answers = await Promise.all([1, 2, 3].map(() => outbound.send(makeRequest(url))));
    expect(answers).toMatchObject([{ body: 'reached' }, { body: 'reached' }, { body: 'reached' }]);
    expect(asked).toEqual(['name.test']);
    expect(hosts).toEqual([`name.test:${port}`, `name.test:${port}`, `name.test:${port}`]);
  });

  test('that resolve to an allowed address first and to another later stay with what was judged', async () => {
    let reached = false;
    const { port } = await startHttp((_request, response) => {
      reached = true;
      response.end();
    });
    let asked = 0;
    const lookup: Lookup = async () => {
      asked += 1;
      return [asked === 1 ? otherLoopback : loopback];
    };
    const outbound = makeOutbound({ allow: allowing('127.0.0.9'), lookup });
    expect(await outbound.send(makeRequest(`http://rebinding.test:${port}/`))).toMatchObject({
      reason: 'connection',
      sent: false,
      message: expect.stringContaining('refused the connection'),
    });
    expect(asked).toBe(1);
    expect(reached).toBe(false);
  });

  test('are judged anew after a while, kept connection or not', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = await startHttp((_request, response) => void response.end('reached'));
    const answers = [loopback, otherLoopback];
    const lookup: Lookup = async () => answers.splice(0, 1);
    const outbound = makeOutbound({ allow: allowing('127.0.0.1'), lookup });
    const request = makeRequest(`http://moving.test:${port}/`);
    expect(await outbound.send(request)).toMatchObject({ body: 'reached' });
    expect(await outbound.send(request)).toMatchObject({ body: 'reached' });
    vi.advanceTimersByTime(5_001);
    expect(await outbound.send(request)).toMatchObject({ reason: 'refused-address' });
  });

  test('with a private address are rejected, naming the entry; the address is named to the operator alone', async () => {
    const refused: RefusedTarget[] = [];
    const outbound = makeOutbound({
      allow: [],
      lookup: answering({ address: '192.168.1.9', family: 4 }),
      onRefused: (target) => refused.push(target),
    });
    const ids = { organizationId: 'o1', integrationId: 'i1' };
    expect(await outbound.send({ ...makeRequest('https://printer.test/'), ...ids })).toMatchObject({
      reason: 'refused-address',
      sent: false,
      message:
        'printer.test resolves to an address that is not public, which calls may not reach. Only a setting of the server can allow it: ask an administrator of this installation to add printer.test:443 to OUTBOUND_ALLOW.',
    });
    expect(refused).toEqual([{ host: 'printer.test', port: 443, address: '192.168.1.9', ...ids }]);
  });

  test('with allowed and rejected addresses use only the allowed ones', async () => {
    const { port } = await startHttp((_request, response) => void response.end('reached'));
    const mixed = answering({ address: '::1', family: 6 }, { address: '10.0.0.1', family: 4 }, loopback);
    const outbound = makeOutbound({ allow: allowing('127.0.0.1'), lookup: mixed });
    expect(await outbound.send(makeRequest(`http://mixed.test:${port}/`))).toMatchObject({ body: 'reached' });
  });

  test('with an address that does not respond try the next one', async () => {
    const { port } = await startHttp((_request, response) => void response.end('reached'));
    const outbound = makeOutbound({ lookup: answering(otherLoopback, loopback) });
    expect(await outbound.send(makeRequest(`http://two.test:${port}/`))).toMatchObject({ body: 'reached' });
  });

  test('are allowed by name, whatever they resolve to, and only on the port named', async () => {
    const { port } = await startHttp((_request, response) => void response.end('reached'));
    const outbound = makeOutbound({ allow: allowing(`*.internal:${port}`), lookup: answering(loopback) });
    expect(await outbound.send(makeRequest(`http://api.internal:${port}/`))).toMatchObject({
      body: 'reached',
    });
    expect(await outbound.send(makeRequest(`http://api.internal:${port - 1}/`))).toMatchObject({
      reason: 'refused-address',
    });
  });

  test('that do not resolve say so', async () => {
    expect(await makeOutbound({ lookup: refuseLookup }).send(makeRequest('http://gone.test/'))).toMatchObject(
      {
        reason: 'unresolvable',
        sent: false,
        message: 'gone.test has no address; is the name spelled right?',
      },
    );
    expect(await makeOutbound({ lookup: answering() }).send(makeRequest('http://empty.test/'))).toMatchObject(
      {
        reason: 'unresolvable',
        sent: false,
      },
    );
  });

  test('are looked up by the operating system when nothing else is given', async () => {
    expect(await makeOutbound({ allow: [] }).send(makeRequest('http://localhost:81/'))).toMatchObject({
      reason: 'refused-address',
      message: expect.stringMatching(/^localhost resolves to an address that is not public.* localhost:81 /),
    });
  });
});

describe('a cloud’s metadata', () => {
  test('is rejected under a wide entry, and a name that leads there does not tell the address', async () => {
    const wide = { allow: allowing('0.0.0.0/0, rebound.test'), lookup: answering(metadata) };
    const url = 'http://rebound.test/latest/meta-data/';
    expect(await makeOutbound(wide).send(makeRequest(url))).toMatchObject({
      reason: 'refused-address',
      message:
        "rebound.test resolves to an address that is not public, which calls may not reach. Only a setting of the server can allow it: ask an administrator of this installation to add its address, which stands in the server's log, to OUTBOUND_ALLOW.",
    });
    const exact = { allow: allowing('169.254.169.254:80'), lookup: answering(metadata) };
    expect(await checkTarget(readTarget(new URL(url)), exact)).toMatchObject({ kind: 'addresses' });
  });
});

describe('ports', () => {
  test.each([22, 25, 6379])(
    '%i is rejected also on public addresses, until its entry opens it',
    async (port) => {
      const target = readTarget(new URL(`http://queue.test:${port}/`));
      const lookup = answering({ address: '93.184.215.14', family: 4 });
      expect(await checkTarget(target, { allow: [], lookup })).toMatchObject({
        reason: 'refused-address',
        message: `Port ${port} is not one on which HTTP is spoken, and calls may not reach it. Only a setting of the server can allow it: ask an administrator of this installation to add queue.test:${port} to OUTBOUND_ALLOW.`,
      });
      expect(await checkTarget(target, { allow: allowing('queue.test'), lookup })).toMatchObject({
        reason: 'refused-address',
      });
      const opened = { allow: allowing(`queue.test:${port}`), lookup };
      expect(await checkTarget(target, opened)).toMatchObject({ kind: 'addresses' });
    },
  );

  test('of this server itself are rejected under wide entries, on each of its addresses', async () => {
    const { port } = await startHttp((_request, response) => void response.end('reached'));
    const ownPort = () => port;
    for (const allow of ['127.0.0.0/8', '127.0.0.1', `127.0.0.0/8:${port}`]) {
      const outbound = makeOutbound({ allow: allowing(allow), ownPort });
      expect(await outbound.send(makeRequest(`http://127.0.0.1:${port}/`))).toMatchObject({
        reason: 'refused-address',
        message: `127.0.0.1:${port} is this server itself, which calls may not reach. Only a setting of the server can allow it: ask an administrator of this installation to add 127.0.0.1:${port} to OUTBOUND_ALLOW.`,
      });
    }
    const opened = makeOutbound({ allow: allowing(`127.0.0.1:${port}`), ownPort });
    expect(await opened.send(makeRequest(`http://127.0.0.1:${port}/`))).toMatchObject({ body: 'reached' });
    const others = makeOutbound({ allow: allowing('127.0.0.1'), ownPort: () => port + 1 });
    expect(await others.send(makeRequest(`http://127.0.0.1:${port}/`))).toMatchObject({ body: 'reached' });
  });

  test('of this server itself are rejected on the addresses of its network cards', async () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, family } of own) {
      const lookup = answering({ address, family: family === 'IPv4' ? 4 : 6 });
      const options = { allow: allowing('0.0.0.0/0, ::/0'), lookup, ownPort: 3000 };
      expect(await checkTarget(readTarget(new URL('http://me.test:3000/')), options)).toMatchObject({
        message: expect.stringContaining('me.test:3000 is this server itself'),
      });
    }
  });
});
