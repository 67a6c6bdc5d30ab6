import { expect, test } from 'vitest';
import { describeServerAddress, listStartNotes } from '~/services/installation/server-address';

test.each([
  ['http://localhost:3000', '127.0.0.1', 3000],
  // Port 80 goes without saying.
  ['http://localhost', '127.0.0.1', 80],
  // Behind a proxy on the same machine, and in a container whose port is published under another number.
  ['https://hooks.example.com', '127.0.0.1', 3000],
  ['https://localhost', '127.0.0.1', 3000],
  ['http://localhost:8080', '0.0.0.0', 3000],
])('APP_URL=%s is the address of a server on %s:%i', (appUrl, host, port) => {
  expect(describeServerAddress({ appUrl, host }, port, true)).toBe(
    `Wicked Integrations is ready at ${appUrl} (listening on ${host}:${port}).\n` +
      `Next: open ${appUrl}/signup and create your organization.\n`,
  );
});

test.each([
  ['127.0.0.1', 'http://localhost:4000', '127.0.0.1:4000'],
  ['localhost', 'http://localhost:4000', 'localhost:4000'],
  ['::1', 'http://[::1]:4000', '[::1]:4000'],
])('where PORT alone was changed, a server on %s tells its own address: %s', (host, url, socket) => {
  const described = describeServerAddress({ appUrl: 'http://localhost:3000', host }, 4000, true);
  expect(described).toContain(`ready at ${url} (listening on ${socket})`);
  expect(described).toContain(`open ${url}/signup`);
  expect(described).toContain(`APP_URL=http://localhost:3000 is where links and webhook URLs lead: set`);
});

test('where there is an account, nobody is sent to make the first one', () => {
  expect(describeServerAddress({ appUrl: 'http://localhost', host: '127.0.0.1' }, 80, false)).toBe(
    'Wicked Integrations is ready at http://localhost (listening on 127.0.0.1:80).\n',
  );
});

const appUrl = 'https://hooks.example.com';
const at = Date.UTC(2026, 0, 5, 3);
const usual = { createdAt: at, pausedAt: null, restoredFrom: null, readOnlySince: null };

test('there is nothing to say when all is as usual', () => {
  expect(listStartNotes(usual, { appUrl }, at)).toEqual([]);
});

test('a pause is said with its cause and how it ends', () => {
  const [paused] = listStartNotes({ ...usual, pausedAt: at }, { appUrl }, at);
  expect(paused).toBe(
    'Everything is paused since 2026-01-05T03:00:00.000Z (an administrator paused it): deliveries are accepted, and nothing runs. To go on, press Resume at https://hooks.example.com/admin or run: npm run resume',
  );
  const [restored] = listStartNotes({ ...usual, pausedAt: at, restoredFrom: 'wicked-1.db' }, { appUrl }, at);
  expect(restored).toContain('(wicked-1.db was restored)');
});

test('read-only is said beside a pause', () => {
  const notes = listStartNotes({ ...usual, pausedAt: at, readOnlySince: at }, { appUrl }, at);
  expect(notes).toEqual([
    expect.stringMatching(/^Everything is paused since /),
    expect.stringMatching(/^Everything is read-only since .* run: npm run admin -- read-write$/),
  ]);
});

test('a clock from before the installation is said, but not one that was set by seconds', () => {
  const madeAt = (createdAt: number) => listStartNotes({ ...usual, createdAt }, { appUrl }, at);
  expect(madeAt(at + 60_000)).toEqual([]);
  expect(madeAt(at + 365 * 24 * 3_600_000)).toEqual([
    expect.stringMatching(
      /^The clock of this machine says 2026-01-05T03:00:00.000Z, and this installation was made at 2027-01-05T03:00:00.000Z: set the clock\. .+ npm run admin -- end-sessions EMAIL$/,
    ),
  ]);
});
