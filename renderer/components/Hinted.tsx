import type { ReactElement } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'

type Props = { label: string; children: ReactElement }

/** A button with a tooltip; rendered without one until the tooltip code is loaded. */
export const Hinted = lazyPart<Props>(
  async () => (await import('./Hint.tsx')).Hint,
  ({ children }) => children,
)
