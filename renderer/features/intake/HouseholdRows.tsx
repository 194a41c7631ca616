import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import { Section } from '../../components/Section.tsx'
import { useConnection } from '../../lib/connection.ts'
import classes from './intake.module.css'
import { TrayRow } from './TrayRow.tsx'
import { useOwners } from './use-owners.ts'
import type { RowSelection } from './use-selection.ts'
import type { TrayActions } from './use-tray.tsx'

const shownAtOnce = 100

type Props = {
  householdId: string
  rows: readonly IntakeRow[]
  selection: RowSelection
  onChange: (id: string, change: Parameters<TrayActions['change']>[1]) => void
  onRemove: (id: string) => void
}

/** The files of one household. */
export function HouseholdRows({ householdId, rows, selection, onChange, onRemove }: Props) {
  const connectionId = useConnection().id
  const owners = useOwners(householdId)
  const [most, setMost] = useState(shownAtOnce)
  const chosen = rows.filter(({ id }) => selection.ids.has(id)).length
  return (
    <Section
      title={owners.title}
      count={rows.length}
      aside={
        <Link to="/c/$connectionId/households/$id" params={{ connectionId, id: householdId }}>
          Open the household
        </Link>
      }
    >
      <div className="scroll-x">
        <table className={classes.table} aria-label={`Files for ${owners.title}`}>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={`Select all files for ${owners.title}`}
                  checked={chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={(event) => selection.setAll(rows, event.currentTarget.checked)}
                />
              </th>
              <th scope="col">File</th>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Entity</th>
              <th scope="col">Person</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <TrayRow
                key={row.id}
                row={row}
                owners={owners}
                selected={selection.ids.has(row.id)}
                onSelect={selection.set}
                onChange={onChange}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most ? (
        <Button variant="default" mt={12} onClick={() => setMost(most + shownAtOnce)}>
          Show more ({formatCount(rows.length - most)} left)
        </Button>
      ) : null}
    </Section>
  )
}
