import { z } from 'zod';
import { problems } from '~/problem';
import { registerResponse } from './registry';

const codes = [...new Set(Object.values(problems).map(({ code }) => code))].toSorted();

/** The body of every failure. */
export const ProblemResponse = registerResponse(
  'Problem',
  z
    .object({
      message: z.string().describe('What happened, for people.'),
      code: z.enum(codes).describe('What happened, for programs.'),
      fields: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('The problems by field. A nested field is written as `apiCalls.0.url`.'),
    })
    .describe('A failure. The status says what kind.'),
);

/** The failure of a delivery that may still have an execution in the log. */
export const DeliveryProblem = registerResponse(
  'DeliveryProblem',
  z.object({
    ...ProblemResponse.shape,
    executionId: z
      .string()
      .optional()
      .describe('The execution whose log shows the failure, if there is one.'),
  }),
);

/** A success without data except its message. */
export const Message = registerResponse('Message', z.object({ message: z.string() }));

/** The document itself, which the OpenAPI specification describes. */
export const DocumentResponse = registerResponse(
  'OpenApiDocument',
  z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
);
