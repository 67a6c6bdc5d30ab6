import { formatCount } from './format-count';

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats 1,536 as '1.5 KiB'. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const digits = power === 0 ? 0 : 1;
  const [whole, tenth = '0'] = (bytes / 1024 ** power).toFixed(digits).split('.');
  return `${formatCount(Number(whole))}${tenth === '0' ? '' : `.${tenth}`} ${units[power]}`;
}
