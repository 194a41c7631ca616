import { Button } from '@mantine/core'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { allRows, noRows, type RowSelection } from '../../components/data-grid/selection.ts'
import { PackButton } from '../packs/public.ts'
import { PinSelected } from '../travel/public.ts'
import { BulkEditButton, isBulkResource } from './BulkEditButton.tsx'
import { ExportMenu } from './exports/ExportMenu.tsx'
import type { ListState } from './use-list-state.ts'
import classes from './views.module.css'

type Props<Row> = {
  resource: Resource
  state: Pick<ListState, 'filters' | 'scope'>
  selection: RowSelection<Row>
  onSelection: (selection: RowSelection<Row>) => void
  /** Rows of the filtered list, and how many of them are selected. */
  total: number
  selected: number
  busy: boolean
  onExport: (format: 'csv' | 'xlsx') => void
}

/** The actions on the selected rows, in place of those on the whole list. */
export function SelectionBar<Row>(props: Props<Row>) {
  const { resource, state, selection, onSelection, total, selected } = props
  return (
    <div className={classes.selectionActions}>
      {isBulkResource(resource) ? (
        <BulkEditButton resource={resource} state={state} selection={selection} total={total} />
      ) : null}
      <ExportMenu busy={props.busy} onExport={props.onExport} />
      {resource === 'households' && !selection.all ? (
        <>
          <PinSelected ids={[...selection.marked.keys()]} />
          <PackButton ids={[...selection.marked.keys()]} />
        </>
      ) : null}
      {selected < total ? (
        <Button variant="subtle" color="gray" onClick={() => onSelection(allRows)}>
          Select all {formatCount(total)}
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" onClick={() => onSelection(noRows)}>
        Deselect
      </Button>
    </div>
  )
}
