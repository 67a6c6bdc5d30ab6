/** The addresses of screens and parts that begin with a list: rows without content stand in their place while they are waited for. */
export const listPaths = /\/(executions|logs|versions|tests|members|connections|values|tokens|alerts|audit)$/;
