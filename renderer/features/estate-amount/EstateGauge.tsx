import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sheetOf } from '../../../shared/domain/balance-sheet.ts'
import { gaugeOf, gaugeWords } from '../../../shared/domain/estate-gauge.ts'
import { GaugeDrawing } from '../../../shared/estate-drawing/GaugeDrawing.tsx'
import { type MapColors, themeColors } from '../../../shared/estate-drawing/map-colors.ts'
import type { EstatePerson } from '../../../shared/ipc/estate.ts'
import type { MenuAction } from '../../components/OverflowItems.tsx'
import { useIsUnread } from '../../components/sync-state.tsx'
import { pageAmounts } from '../../lib/amounts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { AmountDialog } from './AmountDialog.tsx'
import classes from './estate-amount.module.css'
import { useAmounts } from './use-amounts.ts'

const colors: MapColors = themeColors((color) => color)

/** The dialog for the amount of a household, and the menu's way to it while the household is compared with none. */
export function useAmountDialog(householdId: string): {
  open: () => void
  actions: MenuAction[]
  dialog: ReactNode
} {
  const [opened, setOpened] = useState(false)
  const amounts = useAmounts(useConnection().id, householdId)
  const reason = useForbidden('estate.setOwnAmount')
  const open = () => setOpened(true)
  if (amounts === undefined) return { open, actions: [], dialog: null }
  const isCompared = !amounts.own?.is_off && (amounts.own?.amount ?? amounts.firm) !== null
  return {
    open,
    actions: isCompared ? [] : [{ label: 'Set an amount…', onRun: open, reason }],
    dialog: opened ? (
      <AmountDialog householdId={householdId} amounts={amounts} onClose={() => setOpened(false)} />
    ) : null,
  }
}

type Props = { householdId: string; people: readonly EstatePerson[]; onEdit: () => void }

/**
 * The value recorded in a household's estate beside the amount that the firm set for each living primary. Nothing without an amount,
 * and nothing while amounts are hidden.
 */
export function EstateGauge({ householdId, people, onEdit }: Props) {
  const connectionId = useConnection().id
  const amounts = useAmounts(connectionId, householdId)
  const rollUp = useQuery(useApi().rollUps.household.queryOptions({ input: { connectionId, id: householdId } })).data
  const unread = [useIsUnread('individuals'), useIsUnread('entities'), useIsUnread('valuations')].includes(true)
  const reason = useForbidden('estate.setOwnAmount')
  const gauge = amounts && rollUp ? gaugeOf(amounts, people, sheetOf(rollUp)) : null
  if (gauge === null) return null
  const { compared, difference, notes } = gaugeWords(gauge, pageAmounts, unread)
  return (
    <section className={classes.gauge} aria-label="Estate against the amount">
      <p className={classes.words}>
        {difference === null ? null : <strong>{difference}</strong>} <span>{compared}</span>{' '}
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={reason !== null}
          title={reason ?? undefined}
          onClick={onEdit}
          aria-label="Edit the amount"
        >
          Edit
        </Button>
      </p>
      <GaugeDrawing gauge={gauge} colors={colors} amounts={pageAmounts} />
      {notes.length === 0 ? null : <p className="note">{notes.join(' ')}</p>}
    </section>
  )
}
