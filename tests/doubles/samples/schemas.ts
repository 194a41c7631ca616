type Checked<Input, Output> = {
  '~orpc': { inputSchema?: Input | undefined; outputSchema?: Output | undefined }
}

/** The schema that checks the input of a procedure. */
export function inputOf<Input>(procedure: Checked<Input, unknown>): Input {
  const { inputSchema } = procedure['~orpc']
  if (inputSchema === undefined) throw new Error('The procedure has no input.')
  return inputSchema
}

/** The schema that checks the output of a procedure. */
export function outputOf<Output>(procedure: Checked<unknown, Output>): Output {
  const { outputSchema } = procedure['~orpc']
  if (outputSchema === undefined) throw new Error('The procedure has no output.')
  return outputSchema
}
