import { expect, test } from 'vitest';
import { listFileProblems } from '~/engine/checks/file-problems';
import { makeCall } from '../definition/call';

test.each([
  [{ bodyType: 'file', body: '{{invoice}}' }, []],
  [{ bodyType: 'file', body: ' {{trigger.upload | file: "a.pdf"}} ' }, []],
  [{ bodyType: 'file', body: 'a {{invoice}}' }, ['body']],
  [{ bodyType: 'file', body: '' }, ['body']],
  [{ bodyType: 'multipart', body: '{"a": "{{invoice}}"}' }, []],
  [{ bodyType: 'multipart', body: 'a={{invoice}}' }, ['body']],
  [{ bodyType: 'form', body: '{"a[b]": "{{c}}", "d": ["e", 1]}' }, []],
  [{ bodyType: 'form', body: 'a={{c}}' }, ['body']],
  [{ bodyType: 'form', body: '{"a": {"b": 1}}' }, ['body']],
  [{ body: 'a={{invoice}}' }, []],
] as const)('%j has problems at %j', (call, fields) => {
  expect(listFileProblems(makeCall(call)).map(([field]) => field)).toEqual(fields);
});
