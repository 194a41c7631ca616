import { type Ref, useImperativeHandle, useState } from 'react'
import { RecordText } from '../../components/Values.tsx'
import classes from './estate-map.module.css'

type Tip = { title: string; facts: readonly string[]; x: number; y: number }

/** Kept apart from the drawing, so that pointing at a box does not draw the map again. */
export type TipHandle = { show(tip: Tip): void; hide(): void }

const tipWidth = 300

/** The facts of what is pointed at or focused. Screen readers have them in the name of the part itself. */
export function MapTip({ width, ref }: { width: number; ref: Ref<TipHandle> }) {
  const [tip, setTip] = useState<Tip | null>(null)
  useImperativeHandle(ref, () => ({ show: setTip, hide: () => setTip(null) }), [])
  if (tip === null) return null
  const left = Math.max(0, Math.min(tip.x, width - tipWidth))
  return (
    <div className={classes.tip} style={{ left, top: tip.y + 8, maxWidth: tipWidth }} aria-hidden="true" data-tip>
      <strong>
        <RecordText>{tip.title}</RecordText>
      </strong>
      {tip.facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </div>
  )
}
