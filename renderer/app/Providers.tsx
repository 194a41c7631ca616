import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Help } from '../features/help/Help.tsx'
import { ClientContext, useApi } from '../lib/api.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { usePresentingState } from '../lib/presenting.ts'
import { useKeptFocus } from '../lib/use-kept-focus.ts'
import { whenDrawn } from '../lib/when-drawn.ts'
import { type AppDeps, dropReadable } from './drop-readable.ts'
import { followEvents } from './events.ts'
import { goTo } from './go-to.ts'
import { LockGate, useKeysEverywhere } from './LockGate.tsx'
import { PlainToasts } from './PlainToasts.tsx'
import { cssVariables, theme } from './theme.ts'
import { togglePresenting } from './toggle-presenting.ts'

/**
 * Remounts the screens whenever presenter mode begins, ends or changes, after everything readable was dropped: neither a value
 * that was formatted before nor an answer from before can stay on a screen.
 */
function PresentingGate({ deps, children }: { deps: AppDeps; children: ReactNode }) {
  const reported = usePresentingState((state) => state.reported)
  const rendered = usePresentingState((state) => state.rendered)
  // Also while a dialog is open: there may be no time to close it.
  useKeysEverywhere('present.toggle', () => void togglePresenting(deps.client))
  useEffect(() => {
    if (reported === rendered) return
    // Unsaved input is stored first: the screens read it back once presenting has ended.
    void dropReadable(deps).finally(() => usePresentingState.setState({ rendered: reported }))
  }, [reported, rendered, deps])
  return reported === rendered ? children : null
}

const Toasts = lazyPart(async () => (await import('./Toasts.tsx')).Toasts, {
  failed: (retry) => <PlainToasts retry={retry} />,
})

function Theme({ deps, children }: { deps: AppDeps; children: ReactNode }) {
  const chosen = useQuery(useApi().app.getPreferences.queryOptions({ input: {} })).data?.theme ?? 'system'
  const [drawn, setDrawn] = useState(false)
  useEffect(() => whenDrawn(() => setDrawn(true)), [])
  const forced = chosen === 'system' ? {} : { forceColorScheme: chosen }
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" {...forced}>
      <Help goTo={goTo}>
        <LockGate deps={deps}>
          {drawn ? <Toasts /> : null}
          <PresentingGate deps={deps}>{children}</PresentingGate>
        </LockGate>
      </Help>
    </MantineProvider>
  )
}

/** Provides the client, the query cache that events keep fresh, the theme and the lock to every screen. */
export function Providers({ deps, children }: { deps: AppDeps; children: ReactNode }) {
  useKeptFocus()
  useEffect(() => {
    const abortController = new AbortController()
    void followEvents({ ...deps, signal: abortController.signal })
    return () => abortController.abort()
  }, [deps])
  return (
    <ClientContext value={deps}>
      <QueryClientProvider client={deps.queries}>
        <Theme deps={deps}>{children}</Theme>
      </QueryClientProvider>
    </ClientContext>
  )
}
