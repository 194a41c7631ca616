import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '../components/Page.tsx'
import { EmptyState } from '../components/States.tsx'
import { useClient } from '../lib/api.ts'
import { hearPresenting, usePresenting } from '../lib/presenting.ts'
import { recordAt, togglePresenting } from './toggle-presenting.ts'

/** The first parts of the addresses that show something of the presented household, or nothing of any. */
const shownScreens: ReadonlySet<string> = new Set([
  '',
  'today',
  'households',
  'individuals',
  'entities',
  'valuations',
  'documents',
  'document-summaries',
  'users',
  'changes',
])

/** True if a connection's screen is not drawn while presenting: it is about other households, or only for typing. */
export function isLeftOut(path: string, presented: { connection_id: string; household_id: string | null }): boolean {
  const [, , connectionId = '', screen = '', ...rest] = path.split('/')
  if (connectionId !== presented.connection_id || !shownScreens.has(screen) || rest.at(-1) === 'new') return true
  return presented.household_id === null && screen !== 'users'
}

/** In the place of a screen that is not shown while presenting. */
export function NotShown() {
  const client = useClient()
  const hasHousehold = usePresenting()?.household_id != null
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(() => {
    // The first record that is opened decides the household.
    const at = recordAt(path)
    if (!hasHousehold && at?.record) void client.presenting.start(at).then((now) => hearPresenting(now.presenting))
  }, [client, hasHousehold, path])
  return (
    <Page title="Not shown while presenting">
      <EmptyState
        title={hasHousehold ? 'This screen is about other households.' : 'No household is presented yet.'}
        hint={
          hasHousehold
            ? 'Only the presented household is shown. Leave presenter mode to see this.'
            : 'Go back to the page of one, or leave presenter mode and start again from there.'
        }
      >
        <Button variant="default" onClick={() => void togglePresenting(client)}>
          Leave presenter mode
        </Button>
      </EmptyState>
    </Page>
  )
}
