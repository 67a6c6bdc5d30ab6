// Credentials that are sent as they are.
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

const places = ['header', 'query'] as const;

export const ApiKey = z
  .object({
    in: z.enum(places, { error: describeChoice('The place of the key', places) }).default('header'),
    name: z.string().trim().default(''),
    value: required('Key'),
  })
  .check((context) => {
    const { in: place, name } = context.value;
    const problem = place === 'header' ? findKeyHeaderProblem(name) : findKeyParameterProblem(name);
    if (problem) context.issues.push({ code: 'custom', path: ['name'], message: problem, input: name });
  });

/** A part of what an AWS signature says it is for, as eu-central-1. */
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

function findKeyParameterProblem(name: string): string | undefined {
  if (!name) return 'Parameter name is required';
  return name.length > 200 ? 'Parameter names must be 200 characters or less' : undefined;
}
