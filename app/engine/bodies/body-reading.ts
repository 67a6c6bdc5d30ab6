// How the body of a delivery is read, when the content type alone does not decide it.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';

const bodyReadings = ['auto', 'json', 'xml', 'text', 'cloudevents', 'message', 'jwt', 'file'] as const;

/**
 * The ways to read a body. `auto`: as the content type says, XML as a text, and anything but text as a file. `json`: whatever
 * the content type is, also in the only field of a form or in its field `payload`. `xml`: elements and attributes become
 * fields. `text`: unchanged. `cloudevents`: the binary mode of CloudEvents becomes the structured one. `message`: JSON,
 * including the message of a queue in it. `jwt`: the claims of a token, and of tokens within JSON. `file`: any body, byte for
 * byte.
 */
export const BodyReading = z.enum(bodyReadings, {
  error: describeChoice('How the body is read', bodyReadings),
});
export type BodyReading = z.infer<typeof BodyReading>;
