// The libraries of a check, in a script of their own: in most visits no field is left.
export { parseWithZod } from '@conform-to/zod/v4';
export * as schemas from '../../fields';
