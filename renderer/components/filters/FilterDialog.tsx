import { Popover } from '@mantine/core'
import { PopupDialog } from '../popups/PopupDialog.tsx'
import type { Popup } from '../popups/use-popup.ts'
import { FilterForm, type FilterFormProps } from './FilterForm.tsx'
import classes from './filters.module.css'

type Props = FilterFormProps & { popup: Popup; label: string; returnFocus?: boolean }

/** Dialog to create or edit a filter. The form handles Escape itself, because it first closes an open list of values. */
export function FilterDialog({ popup, label, returnFocus = false, ...form }: Props) {
  return (
    <PopupDialog popup={popup} position="bottom-start" returnFocus={returnFocus} closeOnEscape={false}>
      <Popover.Dropdown className={classes.dropdown} aria-label={label}>
        <FilterForm key={typeof form.start === 'string' ? form.start : undefined} {...form} />
      </Popover.Dropdown>
    </PopupDialog>
  )
}
