// How the body of a delivery becomes its payload, where the content type alone does not say it.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';

export const bodyReadings = ['auto', 'json', 'xml', 'text', 'cloudevents', 'message', 'jwt', 'file'] as const;

/**
 * `auto`: as the content type says, XML as a text, and what is no text as a file. `json`: whatever the content type is, and also where a form holds it in
 * its only field or in `payload`. `xml`: elements and attributes become fields. `text`: as it came. `cloudevents`: the
 * binary mode of CloudEvents becomes the structured one. `message`: JSON, and the message of a queue that it holds, too.
 * `jwt`: the claims of a token, and of the tokens that JSON holds.
 * `file`: whatever came, byte for byte.
 */
export const BodyReading = z.enum(bodyReadings, {
  error: describeChoice('How the body is read', bodyReadings),
});
export type BodyReading = z.infer<typeof BodyReading>;
