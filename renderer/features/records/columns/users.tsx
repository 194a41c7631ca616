import type { UserRow } from '../../../../shared/ipc/rows.ts'
import { PersonAvatar } from '../../../components/Avatar.tsx'
import { agoColumn, countColumn, listGrid, nameColumn } from './kinds.tsx'

export const userColumns = listGrid<'users', UserRow>('users', {
  title: nameColumn('users', {
    header: 'Name',
    width: 240,
    grow: 2,
    avatar: (row) => <PersonAvatar id={row.id} name={row.title} />,
  }),
  email: { width: 240, grow: 2 },
  household_count: countColumn('household_count', { header: 'Households', width: 112 }, 'households'),
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 128 }),
  created_at: agoColumn('created_at', { header: 'Created', width: 128, hidden: true }),
})
