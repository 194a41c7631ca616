import {
  createContext,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
  useContext,
  useMemo,
  useState,
} from 'react'
import { localToday } from '../../../shared/domain/days.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import type { Rectangle } from '../../../shared/domain/estate-map/placed.ts'
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

/** The name of the part that Tab leads to. */
const TabStop = createContext<string | undefined>(undefined)

type PartProps = {
  place: Rectangle
  name: string
  facts: readonly string[]
  onPress: () => void
  /** True if the key did something. */
  onKey?: (key: string) => boolean
  state?: object
}

/** The drawing, and above it the surface that takes the pointer and the focus: its name has the same facts. */
function Part(props: PartProps & { onFocus: (name: string) => void; children: ReactNode }) {
  const { place, name, facts, onPress, onKey, state, onFocus, children } = props
  const isTabStop = useContext(TabStop) === name
  const words = facts.filter((fact) => fact !== '')
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = event.currentTarget.ownerSVGElement?.querySelectorAll<HTMLElement>('[data-part]') ?? []
    const isTaken = onKey?.(event.key) || moveFocus(event.key, event.currentTarget, [...all])
    if (!isTaken && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!isTaken) onPress()
  }
  const behavior = { role: 'button', onFocus: () => onFocus(name), onClick: onPress, onKeyDown } as const
  const { x, y, width, height } = place
  return (
    <g className={classes.cell}>
      <g {...decorative}>{children}</g>
      <g
        {...state}
        {...behavior}
        data-part={name}
        className={classes.part}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={words.join('. ')}
      >
        <title>{words.join('\n')}</title>
        <rect {...{ x, y, width, height }} rx={8} fill="transparent" />
      </g>
    </g>
  )
}

/** Kinds that are open, and whether all people are shown: what the picture looks like besides its content. */
export type StructureState = { open: ReadonlySet<string>; allPeople: boolean }

type Props = {
  map: EstateMap
  nameOf: (node: EstateNode) => string
  focus: StructureFocus | null
  state: StructureState
  onState: Dispatch<SetStateAction<StructureState>>
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
  const [active, setActive] = useState<string | null>(null)
  const isBeside = evidence !== null && width >= panel.beside
  const hidesSizes = amountsAreHidden()
  const expectsRoles = presentingNow() === null
  const layout = useMemo(
    () =>
      layoutStructure(map, {
        ...{ width, today, hidesSizes, expectsRoles, ...state },
        // A client is shown no ages of data.
        hidesAges: !expectsRoles,
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
    const part = (of: PartProps, drawn: ReactNode) => (
      <Part {...of} onFocus={setActive}>
        {drawn}
      </Part>
    )
    const node = (place: Rectangle, drawn: ReactNode, isChosen: boolean, of: EstateNode, facts: readonly string[]) => {
      const onKey = (pressed: string) => {
        const add = { l: onAddRole, ...(of.resource === 'individuals' ? { f: onAddFamily } : {}) }[
          pressed.toLowerCase()
        ]
        add?.(of)
        return add !== undefined
      }
      const state = { 'aria-pressed': isChosen }
      const name = [nameOf(of), ...facts]
      return part({ place, name: nodeKey(of), facts: name, onPress: () => onChoose(of), onKey, state }, drawn)
    }
    const relativesOf = (id: string) =>
      familyOf(map.links).flatMap(({ from, to, role }) => {
        if (from !== id && to !== id) return []
        const other: EstateNode = { resource: 'individuals', id: from === id ? to : from }
        return [`${relationWords(role, from === id)} ${nameOf(other)}`]
      })
    return {
      person: (placed, drawn, isChosen) =>
        node(placed, drawn, isChosen, { resource: 'individuals', id: placed.person.id }, [
          placed.facts,
          ...relativesOf(placed.person.id),
        ]),
      others: (place, drawn) => {
        const onPress = () => onState((before) => ({ ...before, allPeople: true }))
        return part({ place, name: 'others', facts: [`Show all people, ${place.count} more`], onPress }, drawn)
      },
      card: (placed, drawn, isChosen) =>
        node(
          placed,
          drawn,
          isChosen,
          { resource: 'entities', id: placed.figure.entity.id },
          cardFacts(placed, expectsRoles ? today : null, pageAmounts),
        ),
      kind: (place, drawn) => {
        const onPress = () =>
          onState((before) => {
            const open = new Set(before.open)
            if (!open.delete(place.key)) open.add(place.key)
            return { ...before, open }
          })
        const onKey = (pressed: string) => {
          const wanted = pressed === 'ArrowRight' ? !place.isOpen : pressed === 'ArrowLeft' && place.isOpen
          if (wanted) onPress()
          return wanted
        }
        const state = { 'aria-expanded': place.isOpen }
        return part(
          { place, name: `kind ${place.key}`, facts: [place.name, ...place.facts], onPress, onKey, state },
          drawn,
        )
      },
      lane: (placed, drawn) => (
        <g {...group} aria-label={placed.name}>
          {drawn}
        </g>
      ),
    }
  }, [nameOf, onChoose, onAddRole, onAddFamily, onState, today, map.links, expectsRoles])
  return (
    <div ref={ref} className={isBeside ? `${classes.map} ${classes.withPanel}` : classes.map}>
      <TabStop value={tabStop}>
        <StructureDrawing
          {...{ layout, parts, focus, colors: screenColors }}
          label={`Estate map of ${map.household_name}`}
        />
      </TabStop>
      <div className={isBeside ? classes.beside : undefined} style={isBeside ? { marginTop: layout.top } : undefined}>
        {evidence}
      </div>
    </div>
  )
}
