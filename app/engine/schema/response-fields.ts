// Fields that all responses write in the same way.
import { z } from 'zod';

/** The schema of every time in the API: ISO 8601 in UTC. */
export const Time = z.iso.datetime().describe('ISO 8601, UTC');

/** An id that this server assigned. */
export const Id = z.string().meta({ examples: ['0199f0c2-7b3a-7c11-9d52-6f1f0a4f2b10'] });

export const Milliseconds = z.number().describe('Milliseconds.');
