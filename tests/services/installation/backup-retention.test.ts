import { describe, expect, test } from 'vitest';
import { listOutdatedBackups, nameBackup } from '~/services/installation/backup-retention';

const nightly = { isNightly: true };
const nightOf = (month: number, day: number, hour = 3) =>
  nameBackup(Date.UTC(2026, month - 1, day, hour), nightly);

/** The nights from one day of January 2026 to another, both included; the 1st was a Thursday. */
function nights(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => nightOf(1, from + index));
}

test.each([
  [false, 'wicked-20260105T120000Z.db'],
  [true, 'wicked-20260105T120000Z-nightly.db'],
])('the name of a backup; nightly: %s', (isNightly, name) => {
  expect(nameBackup(Date.UTC(2026, 0, 5, 12), { isNightly })).toBe(name);
});

/** The year is over. */
const later = Date.UTC(2027, 0, 1);

describe('of nightly backups are removed', () => {
  test.each<[string, string[], string[]]>([
    ['none of the first seven', nights(1, 7), []],
    // The 4th is the last of its week.
    ['all of an older week but its last', nights(1, 12), [...nights(1, 3), nightOf(1, 5)]],
    [
      'all but seven days and four weeks',
      nights(1, 31),
      [...nights(1, 10), ...nights(12, 17), ...nights(19, 24)],
    ],
    ['all of a day but the last', [nightOf(1, 5, 3), nightOf(1, 5, 4), nightOf(1, 6)], [nightOf(1, 5, 3)]],
    [
      'none that is alone in its week, however old',
      [nightOf(1, 5), nightOf(3, 2), nightOf(6, 1), nightOf(9, 7)],
      [],
    ],
  ])('%s', (_what, names, removed) => {
    expect(listOutdatedBackups(names, later).toSorted()).toEqual(removed);
    expect(listOutdatedBackups(names.toReversed(), later).toSorted()).toEqual(removed);
  });

  test('after a year of nights, seven and those of two older weeks', () => {
    const kept: string[] = [];
    for (let night = 0; night < 365; night += 1) {
      kept.push(nameBackup(Date.UTC(2026, 0, 1 + night, 3), nightly));
      for (const name of listOutdatedBackups(kept, later)) kept.splice(kept.indexOf(name), 1);
    }
    // Of the four weeks, the newest is among the days, and sometimes the one before it.
    expect(kept).toHaveLength(7 + 2);
    expect(kept.at(-1)).toBe('wicked-20261231T030000Z-nightly.db');
  });

  test('none of the new ones after a month with a clock that was a year ahead, and none of that month', () => {
    const ahead = Array.from({ length: 30 }, (_, night) =>
      nameBackup(Date.UTC(2027, 0, 1 + night, 3), nightly),
    );
    const kept = [...ahead];
    for (let night = 1; night <= 30; night += 1) {
      kept.push(nightOf(2, night));
      for (const name of listOutdatedBackups(kept, Date.UTC(2026, 1, night, 3)))
        kept.splice(kept.indexOf(name), 1);
    }
    expect(kept.slice(0, 30)).toEqual(ahead);
    expect(kept).toHaveLength(30 + 7 + 2);
  });

  test('no file that a person made', () => {
    const old = Date.UTC(2020, 0, 1);
    const own = [
      nameBackup(old, { isNightly: false }),
      'before-upgrade.db',
      'wicked-2020-nightly.db',
      'notes.txt',
    ];
    expect(
      listOutdatedBackups([...own, ...nights(1, 31)], later).filter((name) => own.includes(name)),
    ).toEqual([]);
  });
});
