import { z } from 'zod';

z.config({ jitless: true }); // A content security policy forbids eval, which zod would otherwise try.
