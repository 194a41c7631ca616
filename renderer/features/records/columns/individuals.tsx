import type { IndividualRow } from '../../../../shared/ipc/rows.ts'
import { individualFields } from '../../../../shared/records/individual.ts'
import { PersonAvatar } from '../../../components/Avatar.tsx'
import { GridLink } from '../../../components/data-grid/grid-cells.tsx'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import { RecordLink } from '../../../components/RecordLink.tsx'
import { Tag } from '../../../components/Values.tsx'
import { agoColumn, fieldColumn, listGrid, Mark, nameColumn, textColumn } from './kinds.tsx'

const roleNames = [
  ['is_primary', 'Primary'],
  ['is_grantor', 'Grantor'],
  ['is_trustee', 'Trustee'],
  ['is_beneficiary', 'Beneficiary'],
] as const

/** An individual's roles, in words. */
export const rolesOf = (row: Pick<IndividualRow, (typeof roleNames)[number][0]>): string[] =>
  roleNames.filter(([flag]) => row[flag]).map(([, name]) => name)

const person: GridColumn<IndividualRow> = {
  ...nameColumn<IndividualRow>('individuals', { header: 'Name', width: 176, grow: 3 }),
  cell: (row) => (
    <>
      <RecordLink resource="individuals" id={row.id} name={row.title} />
      <Mark row={row} />
      {row.is_deceased ? (
        <>
          {' '}
          <Tag>Deceased</Tag>
        </>
      ) : null}
    </>
  ),
  draw: (row) => (
    <>
      <PersonAvatar id={row.id} name={row.title} />
      <GridLink resource="individuals" id={row.id} name={row.title}>
        <Mark row={row} />
        {row.is_deceased ? (
          <>
            {' '}
            <Tag>Deceased</Tag>
          </>
        ) : null}
      </GridLink>
    </>
  ),
}

const birth = fieldColumn<IndividualRow>(individualFields.date_of_birth, 'date_of_birth', { width: 112 })
const email = fieldColumn<IndividualRow>(individualFields.email, 'email', { width: 128, grow: 2 })

export const individualColumns = listGrid<'individuals', IndividualRow>('individuals', {
  title: person,
  household_name: textColumn('household_name', { header: 'Household', width: 128, grow: 2 }, (row) => row.household_id),
  is_primary: { width: 80 },
  is_grantor: { width: 80 },
  is_trustee: { width: 80 },
  is_beneficiary: { width: 104 },
  date_of_birth: birth,
  email,
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 116 }),
  city: { width: 112, grow: 1, hidden: true },
  state: { width: 84, hidden: true },
  is_deceased: { width: 96, hidden: true },
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})
