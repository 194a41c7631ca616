import { Button, SegmentedControl } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../../shared/domain/counts.ts'
import { type EstateMap, type EstateNode, maxEstateEntities } from '../../../shared/ipc/estate.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { NoneOf } from '../../components/Unread.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden } from '../../lib/policy.ts'
import { BalanceSheet } from '../book/public.ts'
import { EstateTable } from './EstateTable.tsx'
import classes from './estate-map.module.css'
import { fewProposals, LineLists, proposalKey } from './LineLists.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { MapView } from './MapView.tsx'
import { pngOf, svgOf } from './picture.tsx'
import { useEstate, useEstateActions, useEstateView, useNodeNames } from './use-estate.tsx'

const views = [
  { value: 'map', label: 'Map' },
  { value: 'table', label: 'As a table' },
] as const

/** Saves the map as a picture, and the user's links as a file. */
function useExports(id: string, map: EstateMap | undefined) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const onSuccess = ({ file }: { file: { name: string; handle: string } | null }) => {
    if (file !== null) toastFile('Exported to', file)
  }
  const picture = useMutation({
    async mutationFn({ shown, format }: { shown: EstateMap; format: 'svg' | 'png' }) {
      const svg = svgOf(shown)
      const content = format === 'svg' ? svg : await pngOf(svg)
      return client.estate.savePicture({ connectionId, id, picture: { format, content } })
    },
    onSuccess,
  })
  const links = useMutation(api.estate.exportLinks.mutationOptions({ onSuccess }))
  const noPicture = useForbidden('estate.savePicture')
  const noLinks = useForbidden('estate.exportLinks')
  const nothing = map === undefined || map.entities.length === 0 ? 'There are no entities on the map.' : null
  const save = (format: 'svg' | 'png') => {
    if (map) picture.mutate({ shown: map, format })
  }
  return [
    { label: 'Export as SVG…', onRun: () => save('svg'), reason: noPicture ?? nothing },
    { label: 'Export as PNG…', onRun: () => save('png'), reason: noPicture ?? nothing },
    {
      label: 'Export your links…',
      onRun: () => links.mutate({ connectionId, id }),
      reason: noLinks ?? (map?.links.length ? null : 'There are no links of yours in this household.'),
    },
  ]
}

function Balance({ id }: { id: string }) {
  const connectionId = useConnection().id
  const query = useQuery(useApi().rollUps.household.queryOptions({ input: { connectionId, id } }))
  return (
    <QueryView query={query} label="balance sheet">
      {(rollUp) => <BalanceSheet rollUp={rollUp} />}
    </QueryView>
  )
}

type ShownProps = { id: string; map: EstateMap; view: 'map' | 'table' }

function Shown({ id, map, view }: ShownProps) {
  const nameOf = useNodeNames(map)
  const actions = useEstateActions(id)
  const [drawing, setDrawing] = useState<{ from: EstateNode | null } | null>(null)
  const [allProposals, setAllProposals] = useState(false)
  const lists = useRef<HTMLDivElement>(null)
  const showLine = useCallback((key: string) => {
    // Its row has to be in the document before it can take the focus.
    flushSync(() => setAllProposals(true))
    const rows = [...(lists.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    rows.find(({ dataset }) => dataset.line === key)?.focus()
  }, [])
  const showAllProposals = () => {
    const next = map.proposals[fewProposals]
    if (next) showLine(proposalKey(next))
  }
  const draw = useCallback((from: EstateNode | null) => setDrawing({ from }), [])
  const isEmpty = map.entities.length === 0
  return (
    <>
      {view === 'table' ? (
        <>
          <Balance id={id} />
          <EstateTable entities={map.entities} />
        </>
      ) : null}
      {view === 'map' && map.entity_count > maxEstateEntities ? (
        <Quiet>
          {formatCount(map.entity_count)} entities are too many for a map. The table shows them all together.
        </Quiet>
      ) : null}
      {view === 'map' && map.entity_count === 0 ? (
        <NoneOf resource="entities">
          <Quiet>No entities, so there is nothing to draw.</Quiet>
        </NoneOf>
      ) : null}
      {view === 'map' && !isEmpty ? <MapView {...{ map, nameOf }} onLine={showLine} onDraw={draw} /> : null}
      <div ref={lists}>
        <LineLists {...{ map, nameOf, actions, allProposals }} onAllProposals={showAllProposals} />
      </div>
      {isEmpty ? null : (
        <p className={classes.note}>
          <Button variant="default" size="compact-sm" onClick={() => draw(null)}>
            Draw a link…
          </Button>
        </p>
      )}
      {drawing ? <LinkDialog map={map} from={drawing.from} actions={actions} onClose={() => setDrawing(null)} /> : null}
    </>
  )
}

/** The estate of a household as a map of areas, or as its balance sheet. */
export function Estate({ id }: { id: string }) {
  const query = useEstate(id)
  const { view, setView } = useEstateView()
  const exports = useExports(id, query.data)
  return (
    <Section
      title="Estate"
      anchor="estate"
      aside={
        <div className="row">
          <SegmentedControl
            size="xs"
            aria-label="Show the estate"
            data={[...views]}
            value={view}
            onChange={(wanted) => setView(wanted === 'table' ? 'table' : 'map')}
          />
          <OverflowMenu label="Export the estate" actions={exports} />
        </div>
      }
    >
      <QueryView query={query} label="estate">
        {(map) => <Shown id={id} map={map} view={view} />}
      </QueryView>
    </Section>
  )
}
