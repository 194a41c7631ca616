import { resourceNames } from '../../../shared/domain/names.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { Resource } from '../../../shared/service/resource.ts'

type Words = { title: string; cause: string; nextStep: string }

type Gone = {
  resource: Resource
  id: string
  /** True if the whole list has been read since this copy was created. Otherwise a missing record is not known to be deleted. */
  isListRead: boolean
}

/** Why a record whose page is open cannot be shown any more; null if the copy cannot tell. */
export function goneWords({ resource, id, isListRead }: Gone): Words | null {
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
      cause: 'It was created on this computer, and undone or discarded before it was sent.',
      nextStep: 'Activity shows when, and its values.',
    }
  }
  if (!isListRead) return null
  return {
    title: `This ${one} is gone`,
    cause: 'It was deleted, on this computer or by a colleague, or the service no longer shows it to you.',
    nextStep: 'Activity shows what was deleted on this computer.',
  }
}
