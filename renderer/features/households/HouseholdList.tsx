import { useNavigate } from '@tanstack/react-router'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { defaultSorts, ResourceGrid } from '../lists/public.ts'
import { householdColumns, rowSummaries } from '../records/public.ts'

function NewHousehold() {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const reason = useReadOnlyReason()
  return (
    <ReasonedButton
      reason={reason}
      onClick={() => void navigate({ to: '/c/$connectionId/households/new', params: { connectionId } })}
    >
      New household
    </ReasonedButton>
  )
}

function ImportFiles() {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  return (
    <ReasonedButton
      reason={useReadOnlyReason()}
      onClick={() => void navigate({ to: '/c/$connectionId/import', params: { connectionId } })}
    >
      Import…
    </ReasonedButton>
  )
}

export function HouseholdList() {
  const { households } = useApi()
  return (
    <ResourceGrid
      resource="households"
      columns={householdColumns}
      defaultSort={defaultSorts.households}
      list={households.list}
      summary={rowSummaries.households}
      actions={
        <>
          <ImportFiles />
          <NewHousehold />
        </>
      }
    />
  )
}
