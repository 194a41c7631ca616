import { resourceNames } from '../../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../../shared/ipc/contract.ts'
import { useDraftsRestored } from '../../../components/forms/drafts.ts'
import { type Crumb, Page } from '../../../components/Page.tsx'
import { PageSkeleton } from '../../../components/States.tsx'
import { useConnection } from '../../../lib/api.ts'
import { RecordView } from '../../records/public.ts'
import { Composer } from './Composer.tsx'

type Detail = ContractOutputs['entities']['get']

function crumbsOf({ record, household }: Detail, connectionId: string): Crumb[] {
  return [
    { label: resourceNames.entities.many, to: '/c/$connectionId/entities', params: { connectionId } },
    {
      label: household.name ?? household.id,
      to: '/c/$connectionId/households/$id',
      params: { connectionId, id: household.id },
    },
    { label: record.display_name, to: '/c/$connectionId/entities/$id', params: { connectionId, id: record.id } },
  ]
}

/** Logs a valuation of one entity. */
export function ComposerPage() {
  const connectionId = useConnection().id
  // Drafts from before a restart must be restored before the first row renders.
  if (!useDraftsRestored()) return <PageSkeleton label="Loading drafts" />
  return (
    <RecordView resource="entities" inside="valuation/new">
      {(detail) => (
        <Page
          title={`New valuation of ${detail.record.display_name}`}
          kind="New valuation"
          crumbs={crumbsOf(detail, connectionId)}
        >
          <Composer key={detail.record.id} detail={detail} />
        </Page>
      )}
    </RecordView>
  )
}
