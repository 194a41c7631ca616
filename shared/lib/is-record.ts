/**
 * Whether a value is an object with named fields: neither null nor a list.
 *
 * @typeParam Value - what the fields are known to be, such as `Json` in a body that was parsed
 */
export const isRecord = <Value = unknown>(value: unknown): value is { [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
