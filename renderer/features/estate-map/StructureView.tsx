import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { layoutStructure } from '../../../shared/domain/estate-map/structure-layout.ts'
import { familyOf, relationWords } from '../../../shared/domain/family/family-links.ts'
import {
  StructureDrawing,
  type StructureFocus,
  type StructureParts,
} from '../../../shared/estate-drawing/StructureDrawing.tsx'
import { cardFacts } from '../../../shared/estate-drawing/words.ts'
import type { EstateMap, EstateNode } from '../../../shared/ipc/estate.ts'
import { amountsAreHidden, pageAmounts } from '../../lib/amounts.ts'
import { presentingNow } from '../../lib/presenting.ts'
import { localToday } from '../../lib/today.ts'
import { useNow } from '../../lib/use-now.ts'
import { screenColors } from './colors.ts'
import classes from './estate-map.module.css'
import { moveFocus } from './move-focus.ts'
import { useWidth } from './use-width.ts'

/** Width of the evidence, and the least width of the picture beside it. */
const panel = { width: 292, gap: 16, beside: 900 }

/** The drawing of a part says less than its name. */
const decorative = { 'aria-hidden': true } as const
const group = { role: 'group' } as const

/** Kinds that are open, and whether all people are shown: what the picture looks like besides its content. */
export type StructureState = { open: ReadonlySet<string>; allPeople: boolean }

type Props = {
  map: EstateMap
  nameOf: (node: EstateNode) => string
  focus: StructureFocus | null
  state: StructureState
  onState: (state: StructureState) => void
  /** Called with the record whose roles are to be shown. */
  onChoose: (node: EstateNode) => void
  /** Starts a new role of a record. */
  onAddRole: (node: EstateNode) => void
  /** Notes the relation of two people. */
  onAddFamily: (node: EstateNode) => void
  /** The evidence; null if nothing is chosen. */
  evidence: ReactNode
}

/**
 * The structure on screen. It is one tab stop: the arrow keys lead through people and cards, Enter shows the roles, L adds one, F adds family. The
 * evidence is beside the lanes, or below them in a narrow window.
 */
export function StructureView({
  map,
  nameOf,
  focus,
  state,
  onState,
  onChoose,
  onAddRole,
  onAddFamily,
  evidence,
}: Props) {
  const { ref, width } = useWidth()
  const today = localToday(new Date(useNow()))
  const drawing = useRef<SVGSVGElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const isBeside = evidence !== null && width >= panel.beside
  const hidesSizes = amountsAreHidden()
  const expectsRoles = presentingNow() === null
  const layout = useMemo(
    () =>
      layoutStructure(map, {
        ...{ width, today, hidesSizes, expectsRoles, ...state },
        laneWidth: isBeside ? width - panel.width - panel.gap : undefined,
        amounts: pageAmounts,
      }),
    [map, width, today, hidesSizes, expectsRoles, state, isBeside],
  )
  const keys = [
    ...layout.people.map(({ person }) => `individuals/${person.id}`),
    ...(layout.others ? ['others'] : []),
    ...layout.lanes.flatMap((lane) => [
      ...lane.kinds.map((kind) => `kind ${kind.key}`),
      ...[...lane.groups, ...lane.kinds].flatMap(({ cards }) =>
        cards.map(({ figure }) => `entities/${figure.entity.id}`),
      ),
    ]),
  ]
  const tabStop = active !== null && keys.includes(active) ? active : keys[0]
  const parts = useMemo((): StructureParts => {
    type Part = { key: string; facts: readonly string[]; onPress: () => void; onKey?: (key: string) => boolean }
    type Place = { x: number; y: number; width: number; height: number }
    /** The drawing, and above it the surface that takes the pointer and the focus: its name has the same facts. */
    const part = ({ x, y, width: w, height }: Place, drawn: ReactNode, of: Part, state: object) => {
      const facts = of.facts.filter((fact) => fact !== '')
      const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const all = [...(drawing.current?.querySelectorAll<HTMLElement>('[data-part]') ?? [])]
        const isTaken = of.onKey?.(event.key) || moveFocus(event.key, event.currentTarget, all)
        if (!isTaken && event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        if (!isTaken) of.onPress()
      }
      const behavior = { role: 'button', onFocus: () => setActive(of.key), onClick: of.onPress, onKeyDown } as const
      return (
        <g className={classes.cell}>
          <g {...decorative}>{drawn}</g>
          <g
            {...state}
            {...behavior}
            data-part={of.key}
            className={classes.part}
            tabIndex={of.key === tabStop ? 0 : -1}
            aria-label={facts.join('. ')}
          >
            <title>{facts.join('\n')}</title>
            <rect {...{ x, y, width: w, height }} rx={8} fill="transparent" />
          </g>
        </g>
      )
    }
    const node = (place: Place, drawn: ReactNode, of: EstateNode, facts: readonly string[]) => {
      const key = nodeKey(of)
      const onKey = (pressed: string) => {
        const add = { l: onAddRole, ...(of.resource === 'individuals' ? { f: onAddFamily } : {}) }[
          pressed.toLowerCase()
        ]
        add?.(of)
        return add !== undefined
      }
      const about = { key, facts: [nameOf(of), ...facts], onPress: () => onChoose(of), onKey }
      return part(place, drawn, about, { 'aria-pressed': focus?.key === key })
    }
    const relativesOf = (id: string) =>
      familyOf(map.links).flatMap(({ from, to, role }) => {
        if (from !== id && to !== id) return []
        const other: EstateNode = { resource: 'individuals', id: from === id ? to : from }
        return [`${relationWords(role, from === id)} ${nameOf(other)}`]
      })
    return {
      person: (placed, drawn) =>
        node(placed, drawn, { resource: 'individuals', id: placed.person.id }, [
          placed.facts,
          ...relativesOf(placed.person.id),
        ]),
      others: (placed, drawn) => {
        const onPress = () => onState({ ...state, allPeople: true })
        return part(placed, drawn, { key: 'others', facts: [`Show all people, ${placed.count} more`], onPress }, {})
      },
      card: (placed, drawn) =>
        node(
          placed,
          drawn,
          { resource: 'entities', id: placed.figure.entity.id },
          cardFacts(placed, today, pageAmounts),
        ),
      kind: (placed, drawn) => {
        const onPress = () => {
          const open = new Set(state.open)
          if (!open.delete(placed.key)) open.add(placed.key)
          onState({ ...state, open })
        }
        const onKey = (pressed: string) => {
          const wanted = pressed === 'ArrowRight' ? !placed.isOpen : pressed === 'ArrowLeft' && placed.isOpen
          if (wanted) onPress()
          return wanted
        }
        const about = { key: `kind ${placed.key}`, facts: [placed.name, ...placed.facts], onPress, onKey }
        return part(placed, drawn, about, { 'aria-expanded': placed.isOpen })
      },
      lane: (placed, drawn) => (
        <g {...group} aria-label={placed.name}>
          {drawn}
        </g>
      ),
    }
  }, [tabStop, focus, nameOf, onChoose, onAddRole, onAddFamily, onState, state, today, map.links])
  return (
    <div ref={ref} className={isBeside ? `${classes.map} ${classes.withPanel}` : classes.map}>
      <StructureDrawing
        ref={drawing}
        {...{ layout, parts, focus, colors: screenColors }}
        label={`Estate map of ${map.household_name}`}
      />
      <div className={isBeside ? classes.beside : undefined} style={isBeside ? { marginTop: layout.top } : undefined}>
        {evidence}
      </div>
    </div>
  )
}
