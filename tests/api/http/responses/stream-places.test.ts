import { expect, test } from 'vitest';
import { createStreamPlaces } from '~/api/http/responses/stream-places';

test('all streams together leave half of the connections, and each that ends makes room', () => {
  const places = createStreamPlaces();
  const taken = Array.from({ length: 2_048 }, (_, n) =>
    places.take({ credential: `token ${n}`, userId: `user ${n % 100}` }),
  );
  expect(taken.filter((place) => 'refused' in place)).toEqual([]);
  const next = { credential: 'token of another', userId: 'another' };
  expect(places.take(next)).toEqual({
    refused: 'This server has as many streams open as it can. Please try again later.',
  });
  const [first] = taken;
  if (first && 'giveBack' in first) first.giveBack();
  expect(places.take(next)).toHaveProperty('giveBack');
});
