import { expect, test } from 'vitest';
import { describeDevice } from '~/auth/device';

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${engine} Chrome/139.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${engine} Chrome/139.0.0.0 Safari/537.36 Edg/139.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 'Safari on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/139.0 Safari/604.1', 'Chrome on iPhone'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${engine} Chrome/139.0 Safari/537.36`, 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['something else', 'Unknown device'],
  [null, 'Unknown device'],
])('%s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
