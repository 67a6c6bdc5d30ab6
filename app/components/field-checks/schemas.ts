// What a check needs of libraries, in a script of its own: most visits leave no field.
export { parseWithZod } from '@conform-to/zod/v4';
export * as schemas from '../../fields';
