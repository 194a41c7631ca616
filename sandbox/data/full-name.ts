import type { Individual } from '../schemas/responses.ts'

/** A person's name as documents and summaries write it: "Daniel James Whitfield, Jr.". */
export function fullName({ first_name, middle_name, last_name, suffix }: Individual): string {
  const name = [first_name, middle_name, last_name].filter(Boolean).join(' ')
  return suffix ? `${name}, ${suffix}` : name
}
