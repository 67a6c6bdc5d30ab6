import { describe, expect, it } from 'vitest';
import { createImporter, type PerformJob } from '~/services/imports/importer';

const input = { place: { path: '/nowhere', key: new Uint8Array(32) }, keys: [] };

/** Jobs that end when they are told to. */
function holdJobs() {
  const ends: (() => void)[] = [];
  const perform: PerformJob = () =>
    new Promise((resolve) => {
      ends.push(() => resolve({ kind: 'calls', calls: [] }));
    });
  return { ends, importer: createImporter(perform) };
}

describe('the turns', () => {
  it('come one after the other', async () => {
    const { ends, importer } = holdJobs();
    const [first, second] = ['a', 'b'].map((who) => importer.perform(who, 'pick', input));
    await Promise.resolve();
    await Promise.resolve();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    expect(await second).toEqual({ kind: 'calls', calls: [] });
  });

  it('go on after one that fails', async () => {
    let round = 0;
    const importer = createImporter(() =>
      round++ === 0 ? Promise.reject(new Error('broken')) : Promise.resolve({ kind: 'calls', calls: [] }),
    );
    const first = importer.perform('me', 'pick', input);
    const second = importer.perform('me', 'pick', input);
    await expect(first).rejects.toThrow('broken');
    expect(await second).toEqual({ kind: 'calls', calls: [] });
  });

  it('are four of one person and thirty-two in all', async () => {
    const { importer } = holdJobs();
    for (let n = 0; n < 4; n += 1) void importer.perform('me', 'pick', input);
    expect(await importer.perform('me', 'pick', input)).toMatchObject({
      kind: 'too-many-requests',
      retryAfterSeconds: 5,
    });
    for (let n = 4; n < 32; n += 1) void importer.perform(`other ${n}`, 'pick', input);
    expect(await importer.perform('one more', 'pick', input)).toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 10,
    });
  });

  it('count documents on their way: two of one person, four in all, until they end', () => {
    const { importer } = holdJobs();
    const begin = (who: string) => importer.uploads.begin(who, () => {});
    const first = begin('me');
    expect(
      [first, begin('me'), begin('me'), begin('a'), begin('b'), begin('c')].map(({ kind }) => kind),
    ).toEqual(['begun', 'begun', 'too-many-requests', 'begun', 'begun', 'unavailable']);
    if (first.kind === 'begun') first.end();
    expect(begin('c').kind).toBe('begun');
  });
});
