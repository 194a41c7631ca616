import { Button, SegmentedControl, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { statusName } from '../../../shared/domain/balance-sheet.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { layoutEstate, type PlacedEntity } from '../../../shared/domain/estate-map/layout.ts'
import { nodeKey, nodeOf } from '../../../shared/domain/estate-map/lines.ts'
import { entityKindNames, entityStageNames } from '../../../shared/domain/names.ts'
import { EstateDrawing, layoutOf } from '../../../shared/estate-drawing/EstateDrawing.tsx'
import { lineKindNames, percentWords } from '../../../shared/estate-drawing/words.ts'
import {
  type EstateEntity,
  type EstateMap,
  type EstateNode,
  estateRole,
  maxEstateEntities,
  maxPictureText,
} from '../../../shared/ipc/estate.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { LatestValue } from '../../components/Money.tsx'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { NoneOf } from '../../components/Unread.tsx'
import { CalendarDate, EnumName, Quiet } from '../../components/Values.tsx'
import { pageAmounts } from '../../lib/amounts.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden } from '../../lib/policy.ts'
import { localToday } from '../../lib/today.ts'
import { usePreferences } from '../../lib/use-preferences.ts'
import { BalanceSheet } from '../book/public.ts'
import { EstateGauge, useAmountDialog } from '../estate-amount/public.ts'
import { resolvedColors } from './colors.ts'
import classes from './estate-map.module.css'
import { fewProposals, LineLists, proposalKey, RoleField } from './LineLists.tsx'
import { MapView } from './MapView.tsx'
import { useEstate, useEstateActions, useNodeNames } from './use-estate.tsx'

const columns: GridColumn<PlacedEntity>[] = [
  {
    id: 'name',
    header: 'Entity',
    width: 240,
    cell: ({ entity: { id, name } }) => <RecordLink resource="entities" id={id} name={name} />,
  },
  { id: 'lane', header: 'Estate', width: 120, cell: ({ entity }) => statusName(entity.in_estate_status) },
  {
    id: 'kind',
    header: 'Kind',
    width: 150,
    cell: ({ entity }) => <EnumName names={entityKindNames} value={entity.kind} />,
  },
  {
    id: 'stage',
    header: 'Stage',
    width: 120,
    cell: ({ entity }) => <EnumName names={entityStageNames} value={entity.stage} />,
  },
  {
    id: 'value',
    header: 'Directly held',
    width: 150,
    align: 'end',
    cell: ({ entity }) => <LatestValue usd={entity.value} />,
  },
  {
    id: 'share',
    header: 'Share',
    width: 80,
    align: 'end',
    cell: ({ share }) => (share === null ? '' : percentWords(share)),
  },
  {
    id: 'date',
    header: 'As of',
    width: 180,
    cell: ({ entity: { effective_date: date } }) =>
      date === null ? null : (
        <>
          <CalendarDate date={date} /> <FigureAge date={date} />
        </>
      ),
  },
]

/** The texts of the map's boxes, as rows in the same order. */
function EstateTable({ entities }: { entities: readonly EstateEntity[] }) {
  const rows = useMemo(
    () => layoutEstate({ entities, people: [], linked: new Set(), width: 1000 }).lanes.flatMap((lane) => lane.entities),
    [entities],
  )
  if (rows.length === 0) return null
  return <RecordTable label="Entities of the estate" columns={columns} rows={rows} keyOf={({ entity }) => entity.id} />
}

type Props = {
  map: EstateMap
  /** Where the link begins, if that is known. */
  from: EstateNode | null
  actions: ReturnType<typeof useEstateActions>
  onClose: () => void
}

type Choice = { value: string; label: string }

/** Names that occur twice are told apart by their place in the list. */
function choices(records: readonly { id: string; name: string }[], resource: EstateNode['resource']): Choice[] {
  const counts = new Map<string, number>()
  return records.map(({ id, name }) => {
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    return { value: nodeKey({ resource, id }), label: before === 0 ? name || id : `${name} (${before + 1})` }
  })
}

/** Draws a link between two records of the household: who, in which role, of what. */
function LinkDialog({ map, from: start, actions, onClose }: Props) {
  const [from, setFrom] = useState(start && nodeKey(start))
  const [to, setTo] = useState<string | null>(null)
  const [role, setRole] = useState('')
  const [tried, setTried] = useState(false)
  const data = [
    { group: 'People', items: choices(map.people, 'individuals') },
    { group: 'Entities', items: choices(map.entities, 'entities') },
  ]
  const parsed = estateRole.safeParse(role)
  const [first, second] = [nodeOf(from), nodeOf(to)]
  const save = () => {
    setTried(true)
    if (!first || !second || from === to || !parsed.success) return
    actions.add({ from: first, to: second, role: parsed.data, origin: 'drawn' }, onClose)
  }
  const field = { data, searchable: true, withScrollArea: false, nothingFoundMessage: 'No matches.' } as const
  return (
    <FormDialog
      title="Add a role"
      onClose={onClose}
      error={actions.adding.error}
      confirm={{ label: 'Save link', isPending: actions.adding.isPending, onConfirm: save }}
    >
      <p className={classes.note}>
        {lineKindNames.link}. It is stored on this computer only, and you can export it to a file.
      </p>
      <Select
        {...field}
        label="From"
        value={from}
        onChange={setFrom}
        data-autofocus={start === null || undefined}
        error={tried && !first ? 'Choose a person or an entity.' : null}
      />
      <RoleField
        label="Is the"
        data-autofocus={start === null ? undefined : true}
        value={role}
        onChange={setRole}
        error={tried && !parsed.success ? 'Enter a role, such as trustee.' : null}
      />
      <Select
        {...field}
        label="Of"
        value={to}
        onChange={setTo}
        error={tried && (!second || from === to) ? 'Choose another person or entity.' : null}
      />
    </FormDialog>
  )
}

/** The width of an exported map, in pixels. */
const pictureWidth = 1200
/** A PNG has this many pixels per unit, unless it would be larger than a canvas may be. */
const sharpness = 2
const mostPixels = 16_000

/** The map as an SVG that needs nothing else: no scripts, styles, links or references, and colours by value. */
function svgOf(map: EstateMap): string {
  const place = document.createElement('div')
  const root = createRoot(place)
  const { layout, lines } = layoutOf(map, pictureWidth)
  const label = `Estate map of ${map.household_name}`
  flushSync(() =>
    root.render(
      <EstateDrawing
        {...{ layout, lines, label }}
        colors={resolvedColors()}
        amounts={pageAmounts}
        today={localToday(new Date())}
      />,
    ),
  )
  const svg = place.querySelector('svg')
  const text = svg ? new XMLSerializer().serializeToString(svg) : ''
  root.unmount()
  return text
}

/** The same picture as a PNG in base64, less sharp if it would not fit into a message. */
async function pngOf(svg: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const sharp = pixelsOf(image, sharpness)
  return sharp.length <= maxPictureText ? sharp : pixelsOf(image, 1)
}

function pixelsOf(image: HTMLImageElement, wanted: number): string {
  const scale = Math.min(wanted, mostPixels / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}

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
          <Quiet>No entities yet</Quiet>
        </NoneOf>
      ) : null}
      {view === 'map' && !isEmpty ? <MapView {...{ map, nameOf }} onLine={showLine} onDraw={draw} /> : null}
      <div ref={lists}>
        <LineLists {...{ map, nameOf, actions, allProposals }} onAllProposals={showAllProposals} />
      </div>
      {isEmpty ? null : (
        <p className={classes.note}>
          <Button variant="default" size="compact-sm" onClick={() => draw(null)}>
            Add a role…
          </Button>
        </p>
      )}
      {drawing ? <LinkDialog map={map} from={drawing.from} actions={actions} onClose={() => setDrawing(null)} /> : null}
    </>
  )
}

/** The estate of a household as a map of areas, or as its balance sheet. */
export function Estate({ id }: { id: string }) {
  const connectionId = useConnection().id
  const query = useEstate(id)
  const { chosen, choose } = usePreferences()
  const view = chosen.estate_view
  const exports = useExports(id, query.data)
  const amount = useAmountDialog(id)
  return (
    <Section
      title="Estate"
      anchor="estate"
      aside={
        <div className="row">
          {query.data && query.data.entity_count > 0 ? (
            <Link to="/c/$connectionId/entities" params={{ connectionId }} search={{ household_id: id }}>
              Show all {formatCount(query.data.entity_count)}
            </Link>
          ) : null}
          <SegmentedControl
            size="xs"
            aria-label="Show the estate"
            data={[...views]}
            value={view}
            onChange={(wanted) => choose({ estate_view: wanted === 'table' ? 'table' : 'map' })}
          />
          <OverflowMenu label="Export the estate" actions={[...amount.actions, ...exports]} />
        </div>
      }
    >
      <QueryView query={query} label="estate">
        {(map) => (
          <>
            <EstateGauge householdId={id} people={map.people} onEdit={amount.open} />
            <Shown id={id} map={map} view={view} />
          </>
        )}
      </QueryView>
      {amount.dialog}
    </Section>
  )
}
