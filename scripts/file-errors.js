// The words in which the scripts report that a file cannot be read or written.
import { constants } from 'node:os';

/**
 * Returns Node's words, or those that it lacks: it has no name for a used-up quota, and calls that an unknown error.
 * @param {unknown} error
 */
export function describeFileError(error) {
  if (!(error instanceof Error)) return String(error);
  const isOverQuota = 'errno' in error && error.errno === -constants.errno.EDQUOT;
  return isOverQuota ? "EDQUOT: this user's quota on the disk is used up" : error.message;
}
