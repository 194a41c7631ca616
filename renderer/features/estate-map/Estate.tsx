import { Button, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Dispatch, type ReactNode, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { maxEstateEntities } from '../../../shared/domain/limits.ts'
import type { StructureFocus } from '../../../shared/estate-drawing/StructureDrawing.tsx'
import type { EstateMap, EstateNode } from '../../../shared/ipc/estate.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { NoneOf } from '../../components/Unread.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { lazyDialog, lazyPart } from '../../lib/lazy-part.ts'
import { usePreferences } from '../../lib/use-preferences.ts'
import { EstateGauge, useAmountDialog } from '../estate-amount/public.ts'
import { EstateSheet } from './EstateTable.tsx'
import classes from './estate-map.module.css'
import { type Chosen, evidenceOf, rolesBeside } from './evidence-items.ts'
import { FamilyDialog } from './FamilyDialog.tsx'
import { RoleLists } from './RoleLists.tsx'
import { type StructureState, StructureView } from './StructureView.tsx'
import { useEstate, useEstateActions, useNodeNames } from './use-estate.tsx'
import { useExports } from './use-exports.tsx'

const partFailed = (retry: (() => void) | null, isLoaded: boolean): ReactNode => (
  <p className={classes.note}>
    This part could not be {isLoaded ? 'shown' : 'loaded'}.{' '}
    <Button variant="default" size="compact-sm" disabled={retry === null} onClick={() => retry?.()}>
      Try again
    </Button>
  </p>
)

const SizeView = lazyPart(async () => (await import('./SizeView.tsx')).SizeView, { failed: partFailed })
const Evidence = lazyPart(async () => (await import('./Evidence.tsx')).default, { failed: partFailed })
const AddRole = lazyDialog(
  'The dialog for a role',
  async () => (await import('./AddRole.tsx')).default,
  ({ onClose }) => ({ cancel: onClose }),
)

const views = [
  { value: 'map', label: 'Structure' },
  { value: 'size', label: 'By size' },
  { value: 'table', label: 'Balance sheet' },
] as const

type View = (typeof views)[number]['value']

/** The person, entity or review whose evidence is shown, and what it does to the picture. */
function useChosen(map: EstateMap | undefined) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [current, setCurrent] = useState('')
  const from = useRef<Element | null>(null)
  const choose = useCallback((next: Chosen) => {
    setChosen((before) => {
      const isSame = before?.what === 'node' && next.what === 'node' && nodeKey(before.node) === nodeKey(next.node)
      return isSame ? null : next
    })
    from.current = document.activeElement
  }, [])
  const chooseNode = useCallback((node: EstateNode) => choose({ what: 'node', node }), [choose])
  const close = useCallback(() => {
    setChosen(null)
    if (from.current instanceof HTMLElement || from.current instanceof SVGElement) from.current.focus()
  }, [])
  const focus = useMemo((): StructureFocus | null => {
    if (chosen === null || map === undefined) return null
    if (chosen.what === 'node') {
      const key = nodeKey(chosen.node)
      return { key, roles: rolesBeside(evidenceOf(map, chosen), key) }
    }
    const item = evidenceOf(map, chosen).find((each) => each.key === current)
    if (item?.kind !== 'proposal') return null
    const key = nodeKey(item.proposal.from)
    return { key, roles: rolesBeside([item], key) }
  }, [chosen, current, map])
  return { chosen, focus, choose, chooseNode, close, setCurrent }
}

type ShownProps = {
  id: string
  map: EstateMap
  view: View
  state: StructureState
  onState: Dispatch<SetStateAction<StructureState>>
  choosing: ReturnType<typeof useChosen>
}

function Shown({ id, map, view, state, onState, choosing }: ShownProps) {
  const nameOf = useNodeNames(map)
  const actions = useEstateActions(id)
  const [adding, setAdding] = useState<{ from: EstateNode | null } | null>(null)
  const addRole = useCallback((from: EstateNode | null) => setAdding({ from }), [])
  const [relative, setRelative] = useState<string | null>(null)
  const addFamily = useCallback(({ id: person }: EstateNode) => setRelative(person), [])
  const { chosen, focus, chooseNode, close, setCurrent } = choosing
  const isEmpty = map.entities.length === 0
  const evidence =
    chosen === null ? null : (
      <Evidence
        key={chosen.what === 'node' ? nodeKey(chosen.node) : 'review'}
        {...{ map, chosen, nameOf, actions }}
        onAddRole={addRole}
        onAddFamily={addFamily}
        onCurrent={setCurrent}
        onClose={close}
      />
    )
  return (
    <>
      {view === 'table' ? <EstateSheet id={id} entities={map.entities} /> : null}
      {view !== 'table' && map.entity_count > maxEstateEntities ? (
        <Quiet>
          {formatCount(map.entity_count)} entities are too many for a picture. The balance sheet shows them all
          together.
        </Quiet>
      ) : null}
      {view !== 'table' && map.entity_count === 0 ? (
        <NoneOf resource="entities">
          <Quiet>No entities yet</Quiet>
        </NoneOf>
      ) : null}
      {view === 'size' && !isEmpty ? <SizeView map={map} nameOf={nameOf} /> : null}
      {view === 'map' && !isEmpty ? (
        <StructureView
          {...{ map, nameOf, focus, state, onState, evidence }}
          onChoose={chooseNode}
          onAddRole={addRole}
          onAddFamily={addFamily}
        />
      ) : (
        evidence
      )}
      <RoleLists {...{ map, nameOf, actions }} />
      {isEmpty ? null : (
        <p className={classes.note}>
          <Button variant="default" size="compact-sm" onClick={() => addRole(null)}>
            Add a role…
          </Button>
        </p>
      )}
      {relative === null ? null : <FamilyDialog householdId={id} start={relative} onClose={() => setRelative(null)} />}
      {adding ? <AddRole map={map} from={adding.from} actions={actions} onClose={() => setAdding(null)} /> : null}
    </>
  )
}

const nothingOpen: StructureState = { open: new Set(), allPeople: false }

/** The estate of a household: its structure, its entities by size, or its balance sheet. */
export function Estate({ id }: { id: string }) {
  const connectionId = useConnection().id
  const query = useEstate(id)
  const map = query.data
  const { chosen: preferences, choose: prefer } = usePreferences()
  const view = preferences.estate_view
  const [state, setState] = useState(nothingOpen)
  const choosing = useChosen(map)
  const exports = useExports(id, map ? { map, view: view === 'size' ? 'size' : 'map', state } : null)
  const waiting = map?.proposals.length ?? 0
  const amount = useAmountDialog(id)
  return (
    <Section
      title="Estate"
      anchor="estate"
      aside={
        <div className="row">
          {waiting > 0 ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={choosing.chosen?.what === 'review'}
              onClick={() => choosing.choose({ what: 'review' })}
            >
              {formatCount(waiting)} {waiting === 1 ? 'role' : 'roles'} to confirm
            </Button>
          ) : null}
          {map && map.entity_count > 0 ? (
            <Link
              to="/c/$connectionId/entities"
              params={{ connectionId }}
              search={{ household_id: id }}
              data-on-paper=""
            >
              Show all {formatCount(map.entity_count)}
            </Link>
          ) : null}
          <SegmentedControl
            size="xs"
            aria-label="Show the estate"
            data={[...views]}
            value={view}
            onChange={(wanted) => prefer({ estate_view: views.find(({ value }) => value === wanted)?.value ?? 'map' })}
          />
          <OverflowMenu label="Export the estate" actions={[...amount.actions, ...exports]} />
        </div>
      }
    >
      <QueryView query={query} label="estate">
        {(loaded) => (
          <>
            <EstateGauge householdId={id} people={loaded.people} onEdit={amount.open} />
            <Shown {...{ id, map: loaded, view, state, choosing }} onState={setState} />
          </>
        )}
      </QueryView>
      {amount.dialog}
    </Section>
  )
}
