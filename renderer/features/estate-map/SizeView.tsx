import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { localToday } from '../../../shared/domain/days.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { layoutBySize, type PlacedEntity } from '../../../shared/domain/estate-map/size-layout.ts'
import { SizeDrawing } from '../../../shared/estate-drawing/SizeDrawing.tsx'
import { entityFacts } from '../../../shared/estate-drawing/words.ts'
import type { EstateMap, EstateNode } from '../../../shared/ipc/estate.ts'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { amountsAreHidden, pageAmounts } from '../../lib/amounts.ts'
import { useConnection } from '../../lib/api.ts'
import { presentingNow } from '../../lib/presenting.ts'
import { useNow } from '../../lib/use-now.ts'
import { screenColors } from './colors.ts'
import classes from './estate-map.module.css'
import { moveFocus } from './move-focus.ts'
import { useWidth } from './use-width.ts'

type Tip = { title: string; facts: readonly string[]; x: number; y: number }

/** Kept apart from the drawing, so that pointing at a box does not draw it again. */
type TipHandle = { show(tip: Tip): void; hide(): void }

const tipWidth = 300

/** The facts of what is pointed at or focused. Screen readers have them in the name of the part itself. */
function MapTip({ width, ref }: { width: number; ref: Ref<TipHandle> }) {
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

/** The drawing of a box says less than its link, which has the whole name. */
const decorative = { 'aria-hidden': true } as const

type Props = { map: EstateMap; nameOf: (node: EstateNode) => string }

/**
 * The entities by size on screen: one tab stop, the arrow keys lead from box to box, Enter opens the record. Areas are proportions, so
 * nothing is drawn while amounts are hidden.
 */
export function SizeView(props: Props) {
  if (amountsAreHidden()) return <Quiet>Sizes are hidden while amounts are hidden.</Quiet>
  return <Boxes {...props} />
}

function Boxes({ map, nameOf }: Props) {
  const { ref, width } = useWidth()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const today = localToday(new Date(useNow()))
  const drawing = useRef<SVGSVGElement>(null)
  const tip = useRef<TipHandle>(null)
  const [active, setActive] = useState<string | null>(null)
  const layout = useMemo(() => layoutBySize(map.entities, width), [map, width])
  const first = layout.lanes.flatMap((lane) => lane.entities)[0]
  const tabStop = active ?? (first ? nodeKey({ resource: 'entities', id: first.entity.id }) : null)
  const entityPart = useCallback(
    (placed: PlacedEntity, drawn: ReactNode) => {
      const node: EstateNode = { resource: 'entities', id: placed.entity.id }
      const key = nodeKey(node)
      const facts = entityFacts(placed, presentingNow() === null ? today : null, pageAmounts)
      const to = `/c/${connectionId}/${node.resource}/${encodeURIComponent(node.id)}`
      const show = () => {
        tip.current?.show({ title: nameOf(node), facts, x: placed.x, y: placed.y + Math.min(placed.height, 60) })
      }
      return (
        <>
          <g {...decorative}>{drawn}</g>
          <a
            data-part={key}
            className={classes.part}
            tabIndex={key === tabStop ? 0 : -1}
            aria-label={[nameOf(node), ...facts].join('. ')}
            href={to}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return
              const parts = [...(drawing.current?.querySelectorAll<HTMLElement>('[data-part]') ?? [])]
              if (moveFocus(event.key, event.currentTarget, parts)) event.preventDefault()
            }}
            onFocus={() => {
              setActive(key)
              show()
            }}
            onBlur={() => tip.current?.hide()}
            onMouseEnter={show}
            onMouseLeave={() => tip.current?.hide()}
            onClick={(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
              event.preventDefault()
              void navigate({ to })
            }}
          >
            <rect
              {...{ x: placed.x, y: placed.y, width: placed.width, height: placed.height }}
              rx={8}
              fill="transparent"
            />
          </a>
        </>
      )
    },
    [tabStop, connectionId, navigate, nameOf, today],
  )
  return (
    <div ref={ref} className={classes.map}>
      <SizeDrawing
        ref={drawing}
        {...{ layout, today, entityPart, colors: screenColors, amounts: pageAmounts }}
        label={`Estate of ${map.household_name} by size`}
      />
      <MapTip ref={tip} width={width} />
    </div>
  )
}
