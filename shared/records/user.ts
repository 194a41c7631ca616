import type { Fields } from './field.ts'

/** The fields of one of the tenant's staff, which are read-only. */
export const userFields = {
  first_name: { label: 'First name', kind: 'text', required: true },
  last_name: { label: 'Last name', kind: 'text', required: true },
  email: { label: 'Email', kind: 'email', required: true, listed: true, searched: true },
} as const satisfies Fields
