import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { nodeKey, nodeOf } from '../../../shared/domain/estate-map/lines.ts'
import { EstateDrawing, layoutOf, type MapParts } from '../../../shared/estate-drawing/EstateDrawing.tsx'
import { entityFacts, lineWords, personRoles } from '../../../shared/estate-drawing/words.ts'
import type { EstateMap, EstateNode } from '../../../shared/ipc/estate.ts'
import { RecordText } from '../../components/Values.tsx'
import { pageAmounts } from '../../lib/amounts.ts'
import { useConnection } from '../../lib/connection.ts'
import { localToday } from '../../lib/today.ts'
import { useNow } from '../../lib/use-now.ts'
import { screenColors } from './colors.ts'
import classes from './estate-map.module.css'

type Tip = { title: string; facts: readonly string[]; x: number; y: number }

/** Kept apart from the drawing, so that pointing at a box does not draw the map again. */
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

/** Used until the width is known. */
const usualWidth = 800

/** The width of an element in whole pixels, which changes with the window. */
function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width: width === 0 ? usualWidth : width }
}

type Props = {
  map: EstateMap
  nameOf: (node: EstateNode) => string
  /** Shows the facts of a line, with its actions. */
  onLine: (key: string) => void
  /** Starts a new link at a person or an entity. */
  onDraw: (node: EstateNode) => void
}

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** The drawing of a box says less than its link, which has the whole name. */
const decorative = { 'aria-hidden': true } as const

/** The surface of a box that takes the pointer and the focus. */
function Face({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return <rect {...{ x, y, width, height }} rx={8} fill="transparent" />
}

/**
 * The map on screen. It is one tab stop: the arrow keys lead through people, boxes and lines, Enter opens the record or shows the
 * line's facts, and L draws a link.
 */
export function MapView({ map, nameOf, onLine, onDraw }: Props) {
  const { ref, width } = useWidth()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const today = localToday(new Date(useNow()))
  const drawing = useRef<SVGSVGElement>(null)
  const tip = useRef<TipHandle>(null)
  const [active, setActive] = useState<string | null>(null)
  const { layout, lines } = useMemo(() => layoutOf(map, width), [map, width])
  const first = map.people[0] ? nodeKey({ resource: 'individuals', id: map.people[0].id }) : null
  const parts = useMemo((): MapParts => {
    const tabStop = active ?? first
    const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const places = [...(drawing.current?.querySelectorAll<HTMLElement>('[data-part]') ?? [])]
      const at = places.indexOf(event.currentTarget)
      const move = moves[event.key]
      if (move) {
        event.preventDefault()
        places[move(at, places.length - 1)]?.focus()
        return
      }
      const node = event.key.toLowerCase() === 'l' ? nodeOf(places[at]?.dataset.part) : null
      if (node === null) return
      event.preventDefault()
      onDraw(node)
    }
    const common = (key: string, title: string, facts: readonly string[], place: { x: number; y: number }) => ({
      'data-part': key,
      className: classes.part,
      tabIndex: key === tabStop || tabStop === null ? 0 : -1,
      onKeyDown,
      'aria-label': [title, ...facts].filter((fact) => fact !== '').join('. '),
      onFocus: () => {
        setActive(key)
        tip.current?.show({ title, facts, ...place })
      },
      onBlur: () => tip.current?.hide(),
      onMouseEnter: () => tip.current?.show({ title, facts, ...place }),
      onMouseLeave: () => tip.current?.hide(),
    })
    const link = (node: EstateNode) => {
      const to = `/c/${connectionId}/${node.resource}/${encodeURIComponent(node.id)}`
      return {
        href: to,
        onClick: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          void navigate({ to })
        },
      }
    }
    const toRow = (key: string) => ({
      href: '#estate',
      onClick: (event: MouseEvent) => {
        event.preventDefault()
        onLine(key)
      },
    })
    return {
      entity(placed, drawn) {
        const node: EstateNode = { resource: 'entities', id: placed.entity.id }
        const below = { x: placed.x, y: placed.y + Math.min(placed.height, 60) }
        return (
          <>
            <g {...decorative}>{drawn}</g>
            <a {...common(nodeKey(node), nameOf(node), entityFacts(placed, today, pageAmounts), below)} {...link(node)}>
              <Face {...placed} />
            </a>
          </>
        )
      },
      person(placed, drawn) {
        const node: EstateNode = { resource: 'individuals', id: placed.person.id }
        const below = { x: placed.x, y: placed.y + placed.height }
        return (
          <>
            <g {...decorative}>{drawn}</g>
            <a {...common(nodeKey(node), nameOf(node), [personRoles(placed.person)], below)} {...link(node)}>
              <Face {...placed} />
            </a>
          </>
        )
      },
      line(line, drawn) {
        const words = lineWords(line, { from: nameOf(line.from), to: nameOf(line.to) })
        return (
          <a {...common(line.key, words, [], line.middle)} {...toRow(line.key)}>
            {drawn}
          </a>
        )
      },
    }
  }, [active, first, connectionId, navigate, nameOf, onLine, onDraw, today])

  return (
    <div ref={ref} className={classes.map}>
      <EstateDrawing
        ref={drawing}
        {...{
          layout,
          lines,
          today,
          parts,
          colors: screenColors,
          amounts: pageAmounts,
          label: `Estate map of ${map.household_name}`,
        }}
      />
      <MapTip ref={tip} width={width} />
    </div>
  )
}
