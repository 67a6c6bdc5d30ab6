import type { Rollup } from 'vite';

/**
 * Warnings that nobody can act on: comments in dependencies that Rollup cannot use, routes without a screen, whose file for the
 * browser is empty, and parts that one screen loads later and another one at once.
 */
export function isHarmless({ code = '', plugin }: Rollup.RollupLog): boolean {
  return ['INVALID_ANNOTATION', 'EMPTY_BUNDLE'].includes(code) || plugin === 'vite:reporter';
}
