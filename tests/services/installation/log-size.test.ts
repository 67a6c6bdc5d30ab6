import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLogSizeWatch, longLogBytes } from '~/services/installation/log-size';

test('says once that the log is long, and once that it is short again', () => {
  const lines: [level: string, bytes: number][] = [];
  let bytes = 0;
  const look = createLogSizeWatch(
    {
      warn: ({ logBytes }: { logBytes: number }) => void lines.push(['warn', logBytes]),
      info: ({ logBytes }: { logBytes: number }) => void lines.push(['info', logBytes]),
    } as never,
    () => bytes,
  );
  const half = longLogBytes / 2;
  for (bytes of [0, longLogBytes - 1, longLogBytes, longLogBytes * 2, half, longLogBytes, half - 1, 0])
    look();
  expect(lines).toEqual([
    ['warn', longLogBytes],
    ['info', half - 1],
  ]);
});

test('the rule of Prometheus has the same bound', () => {
  expect(readFileSync('ops/prometheus-rules.yml', 'utf8')).toContain(`wicked_wal_bytes >= ${longLogBytes}\n`);
});
