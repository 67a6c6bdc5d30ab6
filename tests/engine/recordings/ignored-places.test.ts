import { expect, it } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { findIgnoreProblem, takeOut } from '~/engine/recordings/ignored-places';

it.each([
  ['$.body.sentAt', '{"body":{"n":1.10}}'],
  ['$.body', '{}'],
  ["$.body['sentAt']", '{"body":{"n":1.10}}'],
  ['$.body.n.digits', '{"body":{"n":1.10,"sentAt":2}}'],
  ['$.headers.date', '{"body":{"n":1.10,"sentAt":2}}'],
])('takes %s out of an object', (path, left) => {
  const value = parseJson('{"body":{"n":1.10,"sentAt":2}}');
  takeOut(value, [path]);
  expect(stringifyJson(value)).toBe(left);
});

it.each([
  ['$.body.items[*].at', '{"body":{"items":[{"id":1},{"id":2}],"at":5}}'],
  ['$.body..at', '{"body":{"items":[{"id":1},{"id":2}]}}'],
  ['$.body.items[0]', '{"body":{"items":[null,{"id":2,"at":4}],"at":5}}'],
  ['$.body.items[-1].id', '{"body":{"items":[{"id":1,"at":3},{"at":4}],"at":5}}'],
  ['$.body.items[7].id', '{"body":{"items":[{"id":1,"at":3},{"id":2,"at":4}],"at":5}}'],
])('takes %s out of lists', (path, left) => {
  const value = JSON.parse('{"body":{"items":[{"id":1,"at":3},{"id":2,"at":4}],"at":5}}');
  takeOut(value, [path]);
  expect(JSON.stringify(value)).toBe(left);
});

it('says of a path that names no such places what to write', () => {
  expect(findIgnoreProblem('$.body.a')).toBeUndefined();
  expect(findIgnoreProblem("$.headers['x-team']")).toBeUndefined();
  expect(findIgnoreProblem('.sentAt')).toContain('Begin with $.body');
  expect(findIgnoreProblem('$.body[?(@.a)]')).toContain('Name a place');
  expect(findIgnoreProblem('$.body[1:2]')).toContain('Name a place');
});
