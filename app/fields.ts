/** Every rule for something a person or a caller types, with its exact message, once. */
import { z } from 'zod';

z.config({ jitless: true }); // The content security policy forbids eval, which zod would otherwise try.
