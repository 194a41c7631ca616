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

const expanded = (isOpen: boolean) => ({ 'aria-expanded': isOpen })
const group = { role: 'group' } as const

/** Kinds that are open, and whether all people are shown: what the picture looks like besides its content. */
export type StructureState = { open: ReadonlySet<string>; allPeople: boolean }

type Props = {
  map: EstateMap
  nameOf: (node: EstateNode) => string
  focus: StructureFocus | null
  state: StructureState
  onState: (state: StructureState) => void
  /** Called with a person or an entity whose roles are to be shown. */
  onChoose: (node: EstateNode) => void
  /** Starts a new role of a person or an entity. */
  onAddRole: (node: EstateNode) => void
  /** Notes what a person is to another. */
  onAddFamily: (node: EstateNode) => void
  /** The evidence; null if nothing is chosen. */
  evidence: ReactNode
}

/**
 * The structure on screen. It is one tab stop: the arrow keys lead through people and cards, Enter shows the roles, L adds one, F adds family. The
 * evidence stands beside the lanes, or below them in a narrow window.
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
    const common = (key: string, label: readonly string[], onPress: () => void, more?: (key: string) => boolean) => ({
      'data-part': key,
      className: classes.part,
      role: 'button',
      tabIndex: key === tabStop ? 0 : -1,
      'aria-label': label.filter((fact) => fact !== '').join('. '),
      onFocus: () => setActive(key),
      onClick: onPress,
      onKeyDown: (event: KeyboardEvent<SVGGElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const all = [...(drawing.current?.querySelectorAll<HTMLElement>('[data-part]') ?? [])]
        const isTaken = more?.(event.key) || moveFocus(event.key, event.currentTarget, all)
        if (!isTaken && event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        if (!isTaken) onPress()
      },
    })
    const node = (of: EstateNode, facts: readonly string[]) => {
      const adds = (key: string) => {
        const add = { l: onAddRole, ...(of.resource === 'individuals' ? { f: onAddFamily } : {}) }[key.toLowerCase()]
        add?.(of)
        return add !== undefined
      }
      return {
        ...common(nodeKey(of), [nameOf(of), ...facts], () => onChoose(of), adds),
        'aria-pressed': focus?.key === nodeKey(of),
      }
    }
    const relativesOf = (id: string) =>
      familyOf(map.links).flatMap(({ from, to, role }) => {
        if (from !== id && to !== id) return []
        const other: EstateNode = { resource: 'individuals', id: from === id ? to : from }
        return [`${relationWords(role, from === id)} ${nameOf(other)}`]
      })
    return {
      person: (placed, drawn) => (
        <g
          {...node({ resource: 'individuals', id: placed.person.id }, [placed.facts, ...relativesOf(placed.person.id)])}
        >
          {drawn}
        </g>
      ),
      others: (placed, drawn) => (
        <g
          {...common('others', [`Show all people, ${placed.count} more`], () => onState({ ...state, allPeople: true }))}
        >
          {drawn}
        </g>
      ),
      card: (placed, drawn) => {
        const of: EstateNode = { resource: 'entities', id: placed.figure.entity.id }
        return <g {...node(of, cardFacts(placed, today, pageAmounts))}>{drawn}</g>
      },
      kind: (placed, drawn) => {
        const toggle = () => {
          const open = new Set(state.open)
          if (!open.delete(placed.key)) open.add(placed.key)
          onState({ ...state, open })
        }
        const opens = (key: string) => {
          const wanted = key === 'ArrowRight' ? !placed.isOpen : key === 'ArrowLeft' && placed.isOpen
          if (wanted) toggle()
          return wanted
        }
        return (
          <g
            {...common(`kind ${placed.key}`, [placed.name, ...placed.facts], toggle, opens)}
            {...expanded(placed.isOpen)}
          >
            {drawn}
          </g>
        )
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
