import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Help } from '../features/help/Help.tsx'
import { ClientContext, useApi } from '../lib/api.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { whenDrawn } from '../lib/when-drawn.ts'
import type { Parts } from './drop-readable.ts'
import { followEvents } from './events.ts'
import { goTo } from './go-to.ts'
import { LockGate } from './LockGate.tsx'
import { PresentingGate } from './PresentingGate.tsx'
import { cssVariables, theme } from './theme.ts'

const Toasts = lazyPart(async () => (await import('./Toasts.tsx')).Toasts)

function Theme({ parts, children }: { parts: Parts; children: ReactNode }) {
  const chosen = useQuery(useApi().app.getPreferences.queryOptions({ input: {} })).data?.theme ?? 'system'
  const [drawn, setDrawn] = useState(false)
  useEffect(() => whenDrawn(() => setDrawn(true)), [])
  const forced = chosen === 'system' ? {} : { forceColorScheme: chosen }
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" {...forced}>
      <Help goTo={goTo}>
        <LockGate parts={parts}>
          {drawn ? <Toasts /> : null}
          <PresentingGate parts={parts}>{children}</PresentingGate>
        </LockGate>
      </Help>
    </MantineProvider>
  )
}

/** Provides the client, the query cache that events keep fresh, the theme and the lock to every screen. */
export function Providers({ parts, children }: { parts: Parts; children: ReactNode }) {
  useEffect(() => {
    const leaving = new AbortController()
    void followEvents({ ...parts, signal: leaving.signal })
    return () => leaving.abort()
  }, [parts])
  return (
    <ClientContext value={parts}>
      <QueryClientProvider client={parts.queries}>
        <Theme parts={parts}>{children}</Theme>
      </QueryClientProvider>
    </ClientContext>
  )
}
