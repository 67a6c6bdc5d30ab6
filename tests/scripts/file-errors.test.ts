// The words of the scripts for files that cannot be written.
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { describeFileError } from '../../scripts/file-errors.js';

test('a used-up quota is named, and other errors keep their words', () => {
  const message = 'UNKNOWN: unknown error, write';
  // As Node has it, which knows no name for EDQUOT.
  const full = Object.assign(new Error(message), { code: 'UNKNOWN', errno: -constants.errno.EDQUOT });
  expect(describeFileError(full)).toBe("EDQUOT: this user's quota on the disk is used up");
  expect(describeFileError(Object.assign(new Error(message), { errno: -1 }))).toBe(message);
  expect(describeFileError('no error')).toBe('no error');
});
