import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  IntegrationDetails,
  Login,
  OrganizationDetails,
  ResendVerification,
  ResendVerificationPanel,
  SignUp,
  SignUpForm,
} from '~/fields';
import { measureProcessorMs, onceOverMs } from './support/processor-time';

function listMessages(schema: z.ZodType, input: unknown): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const issue of schema.safeParse(input).error?.issues ?? []) {
    (messages[issue.path.join('.')] ??= []).push(issue.message);
  }
  return messages;
}

const form = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  organizationName: 'Analytical Engines',
  password: 'Difference-Engine-1',
  confirmPassword: 'Difference-Engine-1',
};

describe('a sign-up', () => {
  test('is trimmed, its email and organization in lower case, the password as typed', () => {
    const input = {
      ...form,
      email: ' ADA@Example.com ',
      organizationName: ' ACME ',
      password: ' Pass word 1? ',
    };
    expect(SignUp.parse(input)).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      organizationName: 'acme',
      password: ' Pass word 1? ',
    });
  });

  test('says of each empty field what it needs', () => {
    expect(listMessages(SignUpForm, {})).toEqual({
      firstName: ['First name must be at least 2 characters'],
      lastName: ['Last name must be at least 2 characters'],
      email: ['Please enter a valid email address'],
      organizationName: ['Organization name must be at least 2 characters'],
      password: ['Password must be at least 8 characters'],
      confirmPassword: ["Passwords don't match"],
    });
  });

  test('counts letters after trimming', () => {
    expect(listMessages(SignUpForm, { ...form, firstName: ' A ', organizationName: ' A ' })).toEqual({
      firstName: ['First name must be at least 2 characters'],
      organizationName: ['Organization name must be at least 2 characters'],
    });
  });

  test.each(['\n', '\r', '\t', '\u0000', '\u2028', '\u202e', '\u2066', '\u200f'])(
    'takes no %j within a name',
    (mark) => {
      const name = `Ada${mark}Lovelace`;
      const wrong = { ...form, firstName: name, lastName: name, organizationName: name };
      expect(listMessages(SignUpForm, wrong)).toEqual({
        firstName: ['First name must not contain line breaks or control characters'],
        lastName: ['Last name must not contain line breaks or control characters'],
        organizationName: ['Organization name must not contain line breaks or control characters'],
      });
      expect(listMessages(OrganizationDetails, { name })).toEqual({
        name: ['Organization name must not contain line breaks or control characters'],
      });
      expect(listMessages(IntegrationDetails, { name })).toEqual({
        name: ['Integration name must not contain line breaks or control characters'],
      });
    },
  );

  test.each(['\u200b\u200b\u200b', '\u2060 \u200d\u200c', '\u3164\u3164\u3164', '\ufeff\u00ad\u200b\u200b'])(
    'takes no name in which nothing is seen: %j',
    (name) => {
      const messages = { name: [expect.stringContaining('must contain a visible character')] };
      expect(listMessages(IntegrationDetails, { name })).toMatchObject(messages);
      expect(listMessages(OrganizationDetails, { name })).toMatchObject(messages);
      expect(listMessages(IntegrationDetails, { name: 'Orders', tags: [name] })).toEqual({
        tags: ['A tag must contain a visible character'],
      });
    },
  );

  test.each(['\u0000', '\u202e', '\u2066'])('takes no %j in a description, but line breaks', (mark) => {
    const inLines = { name: 'Orders', description: 'To the\n\twarehouse, إلى\u061c\u200f المستودع\u200e' };
    expect(listMessages(IntegrationDetails, inLines)).toEqual({});
    const wrong = { name: 'Orders', description: `To the${mark}warehouse` };
    const messages = { description: ['Description must not contain control characters'] };
    expect(listMessages(IntegrationDetails, wrong)).toEqual(messages);
    expect(listMessages(OrganizationDetails, wrong)).toEqual(messages);
  });

  test.each(['Zoë O’Neill', '李小龍', 'عمر', 'नरेन्द्र', 'x \u{1F469}\u200d\u{1F52C}'])(
    'takes the name %s',
    (name) => {
      expect(listMessages(SignUpForm, { ...form, firstName: name, organizationName: name })).toEqual({});
    },
  );

  test('needs the same password twice, and says so while other fields are wrong', () => {
    expect(
      listMessages(SignUpForm, { ...form, firstName: 'A', confirmPassword: 'Difference-Engine-2' }),
    ).toEqual({
      firstName: ['First name must be at least 2 characters'],
      confirmPassword: ["Passwords don't match"],
    });
  });
});

describe('a new password', () => {
  test.each([
    ['Aa1!567', 'Password must be at least 8 characters'],
    ['lower-case-1', 'Password must contain at least one uppercase letter'],
    ['UPPER-CASE-1', 'Password must contain at least one lowercase letter'],
    ['No-Number', 'Password must contain at least one number'],
    ['NoSpecial11', 'Password must contain at least one special character'],
    [`Aa1!${'x'.repeat(125)}`, 'Password must not exceed 128 characters'],
  ])('%s: %s', (password, message) => {
    expect(listMessages(SignUp, { ...form, password })).toEqual({ password: [message] });
  });

  test.each([
    'Password1!',
    'P@$$w0rd2024',
    'Qwerty123!',
    'Welcome2026!',
    '!QAZ2wsx',
    'Adm1n!!!!',
    '@Dmin12345',
    'India@123',
    'Ind1a#2024',
    'Changeme1!',
    'Mumbai@2025',
    'Barcelona1899!',
  ])('%s is too common', (password) => {
    expect(listMessages(SignUp, { ...form, password })).toEqual({
      password: ['This password is too common. Please choose another one'],
    });
  });

  test.each(['Passwords-are-2-old', 'Ünï-Cödé-1', `Aa1!${'x'.repeat(124)}`])('%s is good', (password) => {
    expect(SignUp.parse({ ...form, password }).password).toBe(password);
  });
});

describe('an email', () => {
  test('in full-width letters is the same address', () => {
    expect(Login.parse({ email: 'ａｄａ@example.com', password: 'x' }).email).toBe('ada@example.com');
  });

  test('of marks that combine is not brought into order first, which would take seconds', () => {
    const marks = '\u0315\u0300'.repeat(100_000);
    const refused = () =>
      expect(Login.safeParse({ email: `a${marks}@b.co`, password: 'x' }).success).toBe(false);
    expect(measureProcessorMs(refused)).toBeLessThan(onceOverMs);
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('%s is rejected in the words of each form', (email) => {
    expect(listMessages(Login, { email, password: 'x' })).toEqual({
      email: ['Please enter a valid email address'],
    });
    expect(listMessages(ResendVerification, { email })).toEqual({
      email: ['Please enter a valid email address.'],
    });
  });

  test('that is missing in the panel under the login has a message of its own', () => {
    for (const input of [{}, { email: ' ' }]) {
      expect(listMessages(ResendVerificationPanel, input)).toEqual({
        email: ['Please enter your email address.'],
      });
    }
    expect(listMessages(ResendVerificationPanel, { email: 'ada' })).toEqual({
      email: ['Please enter a valid email address.'],
    });
  });
});

test('a login needs a password', () => {
  expect(listMessages(Login, { email: 'ada@example.com', password: '' })).toEqual({
    password: ['Password is required'],
  });
});
