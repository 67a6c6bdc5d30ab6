// The head of a logged request as SQL, cut off before SQLite parses the body. For queries on the table `attempts`.
import { sql } from 'kysely';

/** The JSON of a request as if only its method and URL had been kept. */
export const requestHead = sql<string>`case instr(request, ',"headers":') when 0 then request
  else substr(request, 1, instr(request, ',"headers":')) || '"headers":[],"body":"","truncated":false}' end`;
