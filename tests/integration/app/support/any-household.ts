import type { Core } from '../../../../electron/api/core.ts'

/** The first household of a connection's list. */
export async function anyHousehold(core: Core, connectionId: string) {
  const { rows } = await core.households.list({
    connectionId,
    offset: 0,
    limit: 1,
    sort: { column: 'title', direction: 'asc' },
  })
  if (!rows[0]) throw new Error('The mirror is empty.')
  return rows[0]
}
