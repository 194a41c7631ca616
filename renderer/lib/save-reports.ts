import type { Resource } from '../../shared/service/resource.ts'

/** Time in ms after which a save no longer expects the report of its change. It comes right behind the answer. */
const longestMs = 200

type Expected = { connectionId: string; resource: Resource; settle: () => void }

const expected = new Set<Expected>()

/**
 * Resolves when the main process reports that rows of a resource have changed, as it does right behind the answer to a save. What is
 * read from then on has the change, and need not be read a second time for the report. Also resolves without a report after a
 * while: nothing that is shown has changed, or events do not arrive.
 */
export function waitForChangeEvent(connectionId: string, resource: Resource): Promise<void> {
  return new Promise((resolve) => {
    const one: Expected = {
      connectionId,
      resource,
      settle() {
        clearTimeout(timer)
        expected.delete(one)
        resolve()
      },
    }
    const timer = setTimeout(one.settle, longestMs)
    expected.add(one)
  })
}

/** Passes a report to the saves that expect it; returns the resources whose queries these saves will read at once. */
export function resolvePendingSaves(connectionId: string, resources: readonly Resource[]): ReadonlySet<Resource> {
  const reported = [...expected].filter((one) => one.connectionId === connectionId && resources.includes(one.resource))
  for (const one of reported) one.settle()
  return new Set(reported.map(({ resource }) => resource))
}
