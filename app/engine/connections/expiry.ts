// Which responses say that an access token has expired, besides a 401, which always does (RFC 6750 §3.1): some APIs send
// another status, or a code in the body of a response that is otherwise good.
import { z } from 'zod';
import { pathProblem } from '../paths/path-problem';
import { option } from './config-parts';

export interface TokenExpiry {
  /** From 400 to 599, except 401. */
  statuses: readonly number[];
  /** The field in the body of such a response and its value, such as `.errcode` and `40001`. */
  field: string;
  value: string;
}

const maxStatuses = 10;

/** The fields of a config. The two that concern the body are given together, or neither. */
export const expiryFields = {
  expiredStatuses: option('Other statuses').superRefine((text, context) => {
    const message = findStatusProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  }),
  expiredField: option('Field of the body').superRefine((text, context) => {
    const message = text && pathProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  }),
  expiredValue: option('Its value'),
};

export type ExpiryConfig = z.infer<z.ZodObject<typeof expiryFields>>;

/** Adds an issue when one of the two fields that concern the body is missing. */
export function checkExpiry({ value, issues }: z.core.ParsePayload<ExpiryConfig>): void {
  const { expiredField, expiredValue } = value;
  if ((expiredField === '') === (expiredValue === '')) return;
  const [missing, message] = expiredField
    ? ['expiredValue', 'Enter the value, too']
    : ['expiredField', 'Enter the field with this value, too'];
  issues.push({ code: 'custom', path: [missing], message, input: value });
}

/** Reads the expiry of a config; undefined when only a 401 says that the token has expired. */
export function readExpiry(config: Partial<ExpiryConfig>): TokenExpiry | undefined {
  const { expiredStatuses = '', expiredField: field = '', expiredValue: value = '' } = config;
  const statuses = splitStatuses(expiredStatuses).map(Number);
  return statuses.length > 0 || field ? { statuses, field, value } : undefined;
}

function splitStatuses(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function findStatusProblem(text: string): string | undefined {
  const statuses = splitStatuses(text);
  if (statuses.length > maxStatuses) return `At most ${maxStatuses} statuses may be named`;
  const isWrong = statuses.some((status) => !/^[45]\d\d$/.test(status));
  if (isWrong) return 'Write statuses from 400 to 599 with commas between, like 403, 498';
  return statuses.includes('401') ? 'A 401 says so in any case' : undefined;
}
