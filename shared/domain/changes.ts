/** The kinds of change of a record at the service. */
export const changeKinds = ['added', 'changed', 'gone'] as const

/** Highest count of unseen changes that is told; more are shown as "99+". */
export const mostUnseen = 100
