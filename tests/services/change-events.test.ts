import { expect, test } from 'vitest';
import { createChangeEvents } from '~/services/change-events';

test('changes of an integration are heard by those who listen for it, each until it leaves', () => {
  const events = createChangeEvents();
  const heard: string[] = [];
  const leaveFirst = events.subscribe('a', () => heard.push('first'));
  const leaveSecond = events.subscribe('a', () => heard.push('second'));
  const leaveOther = events.subscribe('b', () => heard.push('other'));

  events.publish('a');
  leaveFirst();
  leaveFirst();
  events.publish('a');
  leaveSecond();
  events.publish('a');
  events.publish('b');
  leaveOther();
  events.publish('b');

  expect(heard).toEqual(['first', 'second', 'second', 'other']);
});

test('a listener that leaves while a change is published keeps no other from hearing of it', () => {
  const events = createChangeEvents();
  const heard: string[] = [];
  const leave = events.subscribe('a', () => {
    heard.push('first');
    leave();
  });
  events.subscribe('a', () => heard.push('second'));

  events.publish('a');
  events.publish('a');

  expect(heard).toEqual(['first', 'second', 'second']);
});

test('a listener that comes back hears again, also where all had left', () => {
  const events = createChangeEvents();
  let heard = 0;
  const leave = events.subscribe('a', () => (heard += 1));
  leave();
  events.subscribe('a', () => (heard += 10));
  leave();

  events.publish('a');

  expect(heard).toBe(10);
});
