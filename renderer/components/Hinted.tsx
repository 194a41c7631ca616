import { cloneElement, type ReactElement, type Ref, useRef } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'

const Hint = lazyPart(async () => (await import('./Hint.tsx')).Hint, { failed: () => null })

type Props = { label: string; children: ReactElement<{ ref?: Ref<HTMLButtonElement> }> }

/** A button with a tooltip. The tooltip is added beside it once its code is loaded; the button stays the same element. */
export function Hinted({ label, children }: Props) {
  const target = useRef<HTMLButtonElement>(null)
  return (
    <>
      {cloneElement(children, { ref: target })}
      <Hint label={label} target={target} />
    </>
  )
}
