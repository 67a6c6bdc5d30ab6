import { z } from 'zod';
import { problems } from '~/problem';
import { nameResponse } from './registry';

const codes = [...new Set(Object.values(problems).map(({ code }) => code))].toSorted();

/** What every failure responses. */
export const ProblemResponse = nameResponse(
  'Problem',
  z
    .object({
      message: z.string().describe('What happened, for people.'),
      code: z.enum(codes).describe('What happened, for programs.'),
      fields: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('What is wrong with what was sent, by field; nested ones as `apiCalls.0.url`.'),
    })
    .describe('A failure. The status says what kind.'),
);

/** The failure of a delivery that stands in the log all the same. */
export const DeliveryProblem = nameResponse(
  'DeliveryProblem',
  z.object({
    ...ProblemResponse.shape,
    executionId: z.string().optional().describe('The execution that tells of it, if there is one.'),
  }),
);

/** A success that has nothing to show but its words. */
export const Message = nameResponse('Message', z.object({ message: z.string() }));

/** The document describes itself no further: the specification does. */
export const DocumentResponse = nameResponse(
  'OpenApiDocument',
  z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
);
