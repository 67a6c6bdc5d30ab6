/** Matches addresses of screens and parts that begin with a list: empty rows stand in their place while they load. */
export const listPaths =
  /\/(executions|logs|versions|tests|members|connections|values|stores|records|tokens|alerts|audit)$/;
