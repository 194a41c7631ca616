import { Link } from '@tanstack/react-router'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import { OfflineMark } from '../../components/Freshness.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { EmptyState } from '../../components/States.tsx'
import { useConnection } from '../../lib/connection.ts'
import { HouseholdRows } from './HouseholdRows.tsx'
import { TrayBar } from './TrayBar.tsx'
import { useSelection } from './use-selection.ts'
import { useTrayActions, useTrayRows } from './use-tray.tsx'

function Tray({ rows }: { rows: readonly IntakeRow[] }) {
  const actions = useTrayActions()
  const selection = useSelection(rows)
  const households = [...new Set(rows.map(({ household_id: id }) => id))]
  return (
    <>
      <TrayBar
        rows={rows}
        selected={rows.filter(({ id }) => selection.ids.has(id))}
        actions={actions}
        onClear={selection.clear}
      />
      {households.map((household) => (
        <HouseholdRows
          key={household}
          householdId={household}
          rows={rows.filter(({ household_id: id }) => id === household)}
          selection={selection}
          onChange={actions.changeRow}
          onRemove={actions.removeRow}
        />
      ))}
    </>
  )
}

/** Dropped files that are not uploaded yet: each gets its name, type and owner here. */
export function IntakePage() {
  const connectionId = useConnection().id
  return (
    <Page title="Files to upload" aside={<OfflineMark />}>
      <QueryView query={useTrayRows()} label="files to upload">
        {({ rows }) =>
          rows.length > 0 ? (
            <Tray rows={rows} />
          ) : (
            <EmptyState
              title="No files to upload"
              hint="Drop files or folders on the page of a household, an entity or a person. They are listed here first, encrypted, so that you can describe each one. Uploads stay in the outbox until the service has received them."
            >
              <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
                Go to the outbox
              </Link>
            </EmptyState>
          )
        }
      </QueryView>
    </Page>
  )
}
