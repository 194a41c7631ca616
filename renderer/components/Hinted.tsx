import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'

const Hint = lazyPart(async () => (await import('./Hint.tsx')).Hint)

/** A button with a tooltip; drawn without it while tooltips are on their way. */
export function Hinted({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Suspense fallback={children}>
      <Hint label={label}>{children}</Hint>
    </Suspense>
  )
}
