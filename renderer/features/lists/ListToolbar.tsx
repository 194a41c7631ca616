import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconColumns3, IconDownload, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { builtInPrefix } from '../../../shared/domain/built-in-views.ts'
import { bulkFields, maxBulk } from '../../../shared/domain/bulk-fields.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { BulkInput, BulkResource } from '../../../shared/ipc/bulk.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { listColumns } from '../../../shared/ipc/list-columns.ts'
import { householdFields } from '../../../shared/records/household.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { visibleColumns, withBehind } from '../../components/data-grid/column-layout.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import type { RowSource } from '../../components/data-grid/row-source.ts'
import { allRows, countSelected, noRows, type RowSelection } from '../../components/data-grid/selection.ts'
import { FilterBar } from '../../components/filters/FilterBar.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { lazyPopup, usePopup } from '../../components/popups/use-popup.ts'
import { SearchField } from '../../components/SearchField.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { useClient, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { useForbidden, useReadOnlyReason } from '../../lib/policy.ts'
import { explanationOf, type PresentedError, presentError } from '../../lib/present-error.ts'
import { useDensity } from '../../lib/use-preferences.ts'
import { useRun } from '../../lib/use-run.ts'
import { useBulkTarget } from '../bulk/public.ts'
import { type LeaveOut, MissingListButton } from '../missing-documents/public.ts'
import { PackButton } from '../packs/public.ts'
import { PinSelected } from '../travel/public.ts'
import type { ColumnsProps } from './ColumnsDialog.tsx'
import classes from './lists.module.css'
import type { ListState } from './use-list-state.ts'
import { groupChoices } from './use-sum-lines.tsx'
import type { ViewDialogName } from './ViewMenu.tsx'

const ExportFormats = lazyPopup('The export menu', async () => (await import('./ExportFormats.tsx')).ExportFormats)
const ViewMenu = lazyPopup('The menu of views', async () => (await import('./ViewMenu.tsx')).ViewMenu)
const ViewDialog = lazyDialog(
  'The dialog',
  async () => (await import('./ViewDialog.tsx')).ViewDialog,
  ({ onClose }) => ({ cancel: onClose }),
)

type ExportProps = { busy: boolean; onExport: (format: 'csv' | 'xlsx') => void }

/** Exports the filtered list with its visible columns to a file. */
function ExportMenu({ busy, onExport }: ExportProps) {
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const forbidden = useForbidden('exports.start')
  return (
    <>
      <ReasonedButton
        {...button}
        reason={forbidden}
        disabled={busy}
        leftSection={<IconDownload size={14} stroke={1.75} aria-hidden="true" />}
      >
        Export
      </ReasonedButton>
      {popup ? <ExportFormats popup={popup} onExport={onExport} /> : null}
    </>
  )
}

type ExportState =
  | { step: 'idle' }
  | { step: 'choosing' }
  | { step: 'writing'; written: number; total: number }
  | { step: 'done'; written: number; name: string; handle: string }
  | { step: 'failed'; error: PresentedError }

type ListProps<Row> = {
  resource: Resource
  state: ListState
  columns: readonly GridColumn<Row>[]
  names: ReadonlyMap<string, string>
  source: RowSource<Row>
  selection: RowSelection<Row>
  onSelection: (selection: RowSelection<Row>) => void
}

/**
 * Exports the rows of a list, or the selected ones, with the visible columns to a file, one export at a time. Leaving the screen cancels
 * it.
 */
export function useExport<Row>({ resource, state: list, columns, source, selection }: ListProps<Row>) {
  const client = useClient()
  const connectionId = useConnection().id
  const total = useSyncExternalStore(source.subscribe, source.total) ?? 0
  const selected = countSelected(selection, total)
  const { state, start, reset } = useRun<ExportState>({ step: 'idle' }, (error) => ({ step: 'failed', error }))
  const isBusy = state.step === 'choosing' || state.step === 'writing'
  const startAs = (format: 'csv' | 'xlsx') =>
    void start(async (show, signal) => {
      const input: ContractInputs['exports']['start'] = {
        connectionId,
        resource,
        format,
        columns: withBehind(visibleColumns(columns, list.layout).map(({ column }) => column))
          .filter(({ id }) => Object.hasOwn(listColumns[resource], id))
          .map(({ id, header }) => ({ column: id, header })),
        filters: list.filters,
        scope: list.scope,
        sort: list.sort,
        ...(list.group === null ? {} : { group: list.group }),
        selected: selected === 0 ? null : { except: selection.all, ids: [...selection.marked.keys()] },
      }
      show({ step: 'choosing' })
      for await (const progress of await client.exports.start(input, { signal })) {
        if (progress === null) show({ step: 'idle' })
        else if (progress.file) show({ step: 'done', written: progress.written, ...progress.file })
        else show({ step: 'writing', written: progress.written, total: progress.total })
      }
    })
  useCommand('list.export-xlsx', isBusy ? null : () => startAs('xlsx'))
  useCommand('list.export-csv', isBusy ? null : () => startAs('csv'))
  return {
    state,
    isBusy,
    start: startAs,
    /** Cancels the export, or dismisses its result. */
    leave: reset,
  }
}

type ListExport = ReturnType<typeof useExport>

/** The progress or result of an export, with its actions. */
function ExportStatus({ state, leave }: ListExport) {
  if (state.step === 'idle') return null
  return (
    <div className={`line ${classes.docked}`} role={state.step === 'failed' ? 'alert' : 'status'}>
      {state.step === 'choosing' ? <span>Preparing the export…</span> : null}
      {state.step === 'writing' ? (
        <>
          <progress
            className={classes.progress}
            aria-label="Export"
            max={Math.max(1, state.total)}
            value={state.written}
          />
          <span>
            Exporting {formatCount(state.written)} of {formatCount(state.total)}…
          </span>
        </>
      ) : null}
      {state.step === 'done' ? (
        <>
          <span>
            Exported {formatCount(state.written)} rows to <bdi>{state.name}</bdi>.
          </span>
          <ShowInFolder handle={state.handle} />
        </>
      ) : null}
      {state.step === 'failed' ? (
        <span>
          {state.error.title}. {explanationOf(state.error)}
        </span>
      ) : null}
      <Button variant="subtle" color="gray" onClick={leave}>
        {state.step === 'choosing' || state.step === 'writing' ? 'Cancel' : 'Dismiss'}
      </Button>
    </div>
  )
}

const ColumnsDialog = lazyPopup('The list of columns', async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog)

/** Settings of the columns (visibility, order, pinning) and of the row density. */
function ColumnsPanel(props: ColumnsProps) {
  const [opened, setOpened] = useState(false)
  const { density, setDensity } = useDensity()
  const { button, popup } = usePopup('dialog', { opened, onOpened: setOpened })
  useCommand('list.columns', () => setOpened(true))
  useCommand('list.comfortable', density === 'comfortable' ? null : () => setDensity('comfortable'))
  useCommand('list.compact', density === 'compact' ? null : () => setDensity('compact'))
  return (
    <>
      <Button {...button} variant="default" leftSection={<IconColumns3 size={14} stroke={1.75} aria-hidden="true" />}>
        Columns
      </Button>
      {popup ? <ColumnsDialog popup={popup} {...props} /> : null}
    </>
  )
}

type ToolbarProps<Row> = ListProps<Row> & {
  exporting: ListExport
  filtering: string | null
  onFiltering: (column: string | null) => void
}

/** The filter by the user who is the owner is asked for far more often than the one by their name. */
const ownerNames = [
  ['owner_id', householdFields.primary_relationship_owner_id.header],
  ['owner_name', `${householdFields.primary_relationship_owner_id.header}’s name`],
] as const

type BulkProps = {
  resource: BulkResource
  state: Pick<ListState, 'filters' | 'scope'>
  selection: RowSelection<unknown>
  total: number
}

/** Returns true if records of this kind support bulk editing. */
const isBulkResource = (resource: Resource): resource is BulkResource => Object.hasOwn(bulkFields, resource)

/** The selected rows. */
function whichOf({ selection, state }: Pick<BulkProps, 'selection' | 'state'>): BulkInput['which'] {
  const marked = [...selection.marked].sort(([, left], [, right]) => left.index - right.index).map(([id]) => id)
  if (!selection.all) return { ids: marked }
  return { list: { filters: [...state.filters], scope: state.scope, except: marked } }
}

/** Opens bulk editing for the selected rows: all of the filtered list only if all are selected. */
function BulkEditButton(props: BulkProps) {
  const { resource, selection, total } = props
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const readOnly = useReadOnlyReason()
  const choose = useBulkTarget((state) => state.choose)
  const count = countSelected(selection, total)
  const edit = (which: BulkInput['which'], rows: number) => {
    choose({ connectionId, resource, which, count: rows })
    void navigate({ to: '/c/$connectionId/bulk/$resource', params: { connectionId, resource } })
  }
  const reason =
    readOnly ??
    (count === 0 ? 'There are no rows to edit.' : null) ??
    (count > maxBulk || selection.marked.size > maxBulk
      ? `At most ${formatCount(maxBulk)} records can be edited at once: filter the list, or select fewer rows.`
      : null)
  const go = () => edit(whichOf(props), count)
  useCommand('list.edit', reason === null ? go : null)
  return (
    <ReasonedButton reason={reason} onClick={go}>
      {count < total ? `Edit ${formatCount(count)} selected…` : `Edit all ${formatCount(total)}…`}
    </ReasonedButton>
  )
}

/** The bar above the grid: filters, columns, export. */
export function ListToolbar<Row>(props: ToolbarProps<Row>) {
  const { resource, state, names, source, selection, exporting } = props
  const total = useSyncExternalStore(source.subscribe, source.total) ?? 0
  const selected = countSelected(selection, total)
  const filterNames = useMemo(() => new Map([...names, ...ownerNames]), [names])
  useCommand('list.clear-filters', state.filters.length > 0 ? () => state.setFilters([]) : null)
  useCommand('list.select-all', selected < total ? () => props.onSelection(allRows) : null)
  return (
    <div className={`row ${classes.toolbar}`}>
      <SearchField
        label={`Search ${resourceNames[resource].many.toLowerCase()}`}
        text={state.search}
        onSearch={state.setSearch}
      />
      <FilterBar
        resource={resource}
        names={filterNames}
        filters={state.filters}
        onFilters={state.setFilters}
        filtering={props.filtering}
        onFiltering={props.onFiltering}
      />
      <div className={`line ${classes.end}`}>
        {/* It keeps its place while the selection has its own, so that no row moves when the first one is ticked. */}
        <span className={selected > 0 ? classes.unseen : undefined}>
          <ExportMenu busy={exporting.isBusy} onExport={exporting.start} />
        </span>
        <ColumnsPanel layout={state.layout} names={names} onLayout={state.setLayout} onReset={state.resetLayout} />
      </div>
    </div>
  )
}

/** Says that the rows are as they were before a failed read. */
function OldRows<Row>({ source }: { source: RowSource<Row> }) {
  const problem = useSyncExternalStore(source.subscribe, source.rereadError)
  if (problem === null) return null
  return (
    <p role="status" className={`row ${classes.docked}`} data-code={presentError(problem).code}>
      The list could not be read again. These rows are as they were before.
      <Button variant="subtle" size="compact-sm" onClick={source.retry}>
        Try again
      </Button>
    </p>
  )
}

/** Time for which a message is shown, in ms, unless another one replaces it. */
const messageMs = 8_000

type DockProps<Row> = ListProps<Row> & {
  exporting: ListExport
  /** Leaves rows out of the rule that found them; null for another list. */
  leaveOut: LeaveOut | null
  /** Result of the last action, for example that rows were copied. */
  message: string
  onMessage: (message: string) => void
  /** Said of the selected rows, which may not be those of the list any more. */
  warning: string
  /** Called with its height in pixels. */
  onHeight: (height: number) => void
  /** Gives the focus to the list. */
  onLeave: () => void
}

/**
 * The selected rows with their actions, the progress of an export and messages, which float over the lower edge of the list: rows never
 * move because of them.
 */
export function ListDock<Row>(props: DockProps<Row>) {
  const { resource, state, source, selection, onSelection, exporting, leaveOut, message, onMessage, onLeave } = props
  const total = useSyncExternalStore(source.subscribe, source.total) ?? 0
  const selected = countSelected(selection, total)
  const words = selected > 0 ? `${formatCount(selected)} ${selected === 1 ? 'row' : 'rows'} selected.` : ''
  const said = [words, selected > 0 ? props.warning : '', message].filter(Boolean).join(' ')
  const dock = useRef<HTMLDivElement>(null)
  const measure = useEffectEvent(() => props.onHeight(dock.current?.offsetHeight ?? 0))
  useEffect(() => {
    if (!dock.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(dock.current)
    return () => observer.disconnect()
  }, [])
  const forget = useEffectEvent(() => onMessage(''))
  useEffect(() => {
    if (message === '') return
    const timer = setTimeout(forget, messageMs)
    return () => clearTimeout(timer)
  }, [message])
  const deselect = () => {
    onSelection(noRows)
    onLeave()
  }
  const tooMany = (done: string) =>
    Math.max(selected, selection.marked.size) > maxBulk
      ? `At most ${formatCount(maxBulk)} ${done} at once: filter the list, or select fewer rows.`
      : null
  useCommand('list.clear-selection', selected > 0 ? deselect : null)
  return (
    <div ref={dock} className={classes.dock}>
      <OldRows source={source} />
      <ExportStatus {...exporting} />
      <section
        aria-label={selected > 0 ? 'Selection' : undefined}
        className={`row ${classes.docked}`}
        data-empty={said === '' || undefined}
      >
        <span role="status" className={classes.said}>
          {said}
        </span>
        {selected > 0 ? (
          <>
            {isBulkResource(resource) ? <BulkEditButton {...{ resource, state, selection, total }} /> : null}
            {leaveOut ? (
              <ReasonedButton
                reason={tooMany('records can be left out')}
                onClick={() =>
                  leaveOut.start({ which: whichOf({ selection, state }), count: selected, onSaved: deselect })
                }
              >
                {selected === 1 ? 'Not for this record…' : 'Not for these records…'}
              </ReasonedButton>
            ) : null}
            <ExportMenu busy={exporting.isBusy} onExport={exporting.start} />
            {resource === 'households' ? (
              <MissingListButton
                of={{ which: whichOf({ selection, state }) }}
                reason={tooMany('households can be listed')}
              />
            ) : null}
            {resource === 'households' && !selection.all ? (
              <>
                <PinSelected ids={[...selection.marked.keys()]} />
                <PackButton ids={[...selection.marked.keys()]} />
              </>
            ) : null}
            {selected < total ? (
              <Button variant="subtle" color="gray" className={classes.selectAll} onClick={() => onSelection(allRows)}>
                Select all {formatCount(total)}
              </Button>
            ) : null}
            <ActionIcon size={28} aria-label="Deselect" title="Deselect (Esc)" onClick={deselect}>
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </>
        ) : null}
      </section>
    </div>
  )
}

type ViewPickerProps = { state: ListState; resource: Resource; names: ReadonlyMap<string, string> }

/** Button and menu of the list's views: built-in ones, the user's own, and actions for the current one. */
export function ViewPicker({ state, resource, names }: ViewPickerProps) {
  const { many } = resourceNames[resource]
  const [dialog, setDialog] = useState<ViewDialogName | null>(null)
  const [opened, onOpened] = useState(false)
  const { view, modified } = state
  const isOwn = view !== null && !view.id.startsWith(builtInPrefix)
  const name = view?.name ?? `All ${many.toLowerCase()}`
  const changed = view === null ? 'filtered' : 'modified'
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const choices = useMemo(() => groupChoices(resource, names), [resource, names])
  useCommand('list.group', choices.length > 0 ? () => onOpened(true) : null)
  useCommand('list.ungroup', state.group === null ? null : () => state.setGroup(null))
  useCommand('list.save-view', isOwn && modified ? state.save : null)
  useCommand('list.save-view-as', () => setDialog('save-as'))
  useCommand('list.revert-view', view && modified ? state.revert : null)
  return (
    <>
      <Button
        {...button}
        variant="default"
        aria-label={`View: ${name}${modified ? `, ${changed}` : ''}`}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
      >
        <span className={classes.viewName}>{name}</span>
        {modified ? <span className={classes.modified}>{changed}</span> : null}
      </Button>
      {popup ? (
        <ViewMenu popup={popup} state={state} many={many} name={name} choices={choices} onDialog={setDialog} />
      ) : null}
      {dialog ? <ViewDialog dialog={dialog} state={state} name={name} onClose={() => setDialog(null)} /> : null}
    </>
  )
}
