/** Records a call of the core double and answers it. */
export type Asked = <Output>(name: string, input: unknown, output: Output) => Promise<Output>
