import { resourceNames } from '../../shared/domain/names.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { PendingMark } from '../../shared/ipc/rows.ts'
import type { Resource } from '../../shared/service/resource.ts'

type Words = { title: string; cause: string; nextStep: string }

type Gone = {
  resource: Resource
  id: string
  /** What a write that waited made of it when it was last read. */
  mark: PendingMark | null
  /** Whether the whole list has been read since this copy was begun; without that, nothing is known to be deleted. */
  isListRead: boolean
}

/** Says why a record whose page is open cannot be shown any more; null where the copy cannot tell. */
export function goneWords({ resource, id, mark, isListRead }: Gone): Words | null {
  const one = resourceNames[resource].one.toLowerCase()
  if (resource === 'valuations') {
    return {
      title: 'This valuation is no longer the latest',
      cause:
        'The offline copy keeps the latest valuation of each entity. This one was replaced, or its entity was deleted.',
      nextStep: 'Open the entity to see its latest valuation.',
    }
  }
  if (isLocalId(id)) {
    return {
      title: `This new ${one} was taken back`,
      cause: 'It was made on this computer and was not sent.',
      nextStep: 'Activity shows when it was taken back, and what it held.',
    }
  }
  if (mark === 'deleted') {
    return {
      title: `This ${one} was deleted`,
      cause: 'It was deleted on this computer, and the service no longer has it.',
      nextStep: 'The deletion cannot be undone from here.',
    }
  }
  if (!isListRead) return null
  return {
    title: `This ${one} is gone`,
    cause: 'It was deleted in the service, or the service no longer shows it to you.',
    nextStep: 'If you did not expect that, ask your colleagues. Activity shows what was changed on this computer.',
  }
}
