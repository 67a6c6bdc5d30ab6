// Credentials that are sent unchanged.
import '../schema/zod-settings';
import { z } from 'zod';
import { findBasicProblem } from '../definition/basic-auth';
import { HeaderName } from '../definition/headers';
import { findHeaderProblem } from '../http/header-rules';
import { describeChoice } from '../schema/choice';
import { required, sent } from './config-parts';

export const Bearer = z.object({ token: required('Token') });

export const Basic = z.object({ username: sent('Username'), password: sent('Password') }).check((context) => {
  const { username, password } = context.value;
  const problem =
    username || password ? findBasicProblem(username, password) : 'Username or password is required';
  if (problem) context.issues.push({ code: 'custom', path: ['username'], message: problem, input: username });
});

const places = ['header', 'query', 'path'] as const;

/** The least length of a key in the path: logs hide such a key by its value alone, and a shorter one may be missed. */
const shortestInPath = 16;

export const ApiKey = z
  .object({
    in: z.enum(places, { error: describeChoice('The place of the key', places) }).default('header'),
    name: z.string().trim().default(''),
    value: required('Key'),
  })
  .check((context) => {
    const { in: place, name, value } = context.value;
    const add = (field: 'name' | 'value', message: string | undefined) => {
      if (message) context.issues.push({ code: 'custom', path: [field], message, input: name });
    };
    if (place === 'header') return add('name', findKeyHeaderProblem(name));
    if (place === 'query') return add('name', findKeyParameterProblem(name));
    add('name', findPathPrefixProblem(name));
    add('value', value ? findPathKeyProblem(value) : undefined);
  });

/** Makes the schema of a part of an AWS signature's scope, such as eu-central-1. */
export function scopePart(label: string) {
  return z
    .string()
    .trim()
    .default('')
    .pipe(
      z
        .string()
        .min(1, { error: `${label} is required`, abort: true })
        .regex(/^[a-z0-9-]{1,60}$/, `${label} has lower-case letters, digits and hyphens, as AWS names it`),
    );
}

export const AwsSigv4 = z.object({
  accessKeyId: required('Access key ID'),
  secretAccessKey: required('Secret access key'),
  sessionToken: sent('Session token'),
  region: scopePart('Region'),
  service: scopePart('Service'),
});

function findKeyHeaderProblem(name: string): string | undefined {
  if (!name) return 'Header name is required';
  return HeaderName.safeParse(name).error?.issues[0]?.message ?? findHeaderProblem(name);
}

/** Checks what stands before the key; Telegram wants `bot` there. */
function findPathPrefixProblem(name: string): string | undefined {
  return /^[\w-]{0,50}$/.test(name) ? undefined : 'What stands before the key has letters, digits, - and _';
}

/** Checks a key that is put into a path unescaped (RFC 3986 §3.3). It may have several segments; none of them may lead up. */
function findPathKeyProblem(value: string): string | undefined {
  if (value.length < shortestInPath) return `A key in the path has at least ${shortestInPath} characters`;
  const isPath = /^[\w~.:@+=-]+(?:\/[\w~.:@+=-]+)*$/.test(value) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(value);
  return isPath
    ? undefined
    : 'A key in the path has letters, digits and -._~:@+=, and a slash between its parts';
}

function findKeyParameterProblem(name: string): string | undefined {
  if (!name) return 'Parameter name is required';
  return name.length > 200 ? 'Parameter names must be 200 characters or less' : undefined;
}
