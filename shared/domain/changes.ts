/** The kinds of change of a record at the service. */
export const changeKinds = ['added', 'changed', 'gone'] as const

/** Unseen changes are counted up to this number, which is shown as "99+". */
export const mostUnseen = 100
