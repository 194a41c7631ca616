import { useMutation } from '@tanstack/react-query'
import { type JsonFields, jsonFields } from '../../../shared/domain/operation.ts'
import type { ActivityChange } from '../../../shared/ipc/activity.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { domainOf } from '../../../shared/service/resource.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'
import { useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import type { PutBack as Possible } from './put-back.ts'

type Edit = Exclude<Possible, { cannot: string }>
type Named = Pick<ActivityChange, 'record_id' | 'title'>

/**
 * Saves an ordinary edit to the values before. Its base has what this computer wrote last, by this change or a later one, so a value
 * that a colleague has written since is asked about, not overwritten.
 */
function usePutBack({ record_id: id }: Named) {
  const client = useClient()
  const save = useSave()
  const connectionId = useConnection().id
  return useMutation({
    mutationFn: async ({ resource, fields, written }: Edit) => {
      const { record } = await client[domainOf(resource)].get({ connectionId, id })
      const base: JsonFields = { ...jsonFields.parse(JSON.parse(JSON.stringify(record))), ...written }
      // The cast is safe: the main process validates the fields again.
      await save({ action: 'update', resource, record_id: id, fields, base } as Write, 'Put back')
    },
  })
}

/** “Put back” beside a change that the service received and that can be put back. */
export function PutBack({ entry, possible }: { entry: Named; possible: Edit }) {
  const readOnly = useReadOnlyReason()
  const { mutate, isPending } = usePutBack(entry)
  const label = `Put back: ${entry.title}`
  return (
    <div>
      <ReasonedButton
        size="compact-xs"
        reason={readOnly}
        aria-label={label}
        loading={isPending}
        onClick={() => mutate(possible)}
      >
        Put back
      </ReasonedButton>
    </div>
  )
}
