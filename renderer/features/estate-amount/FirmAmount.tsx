import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EstateAmount } from '../../../shared/ipc/estate.ts'
import { ErrorState } from '../../components/States.tsx'
import { AmountFields, readAmount, typed } from './AmountFields.tsx'
import classes from './estate-amount.module.css'
import { useAmounts, useSaveAmounts } from './use-amounts.ts'

type Props = { connectionId: string; label: string }

/** The firm's amount for each living primary, in the encrypted ledger of its connection. */
export function FirmAmount({ connectionId, label }: Props) {
  const amounts = useAmounts(connectionId, null)
  return amounts === undefined ? null : <Form {...{ connectionId, label, firm: amounts.firm }} />
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function Form({ connectionId, label, firm }: Props & { firm: EstateAmount | null }) {
  const [value, setValue] = useState(() => typed(firm))
  const [tried, setTried] = useState(false)
  const [shown, setShown] = useState(firm)
  const saving = useSaveAmounts(connectionId)
  const { amount, problems } = readAmount(value)
  if (!isSame(shown, firm)) {
    setShown(firm)
    // The user’s typing stays when another window saves.
    if (isSame(value, typed(shown)) || isSame(amount, firm)) {
      setValue(typed(firm))
      setTried(false)
    }
  }
  const save = () => {
    setTried(true)
    if (amount !== null) saving.mutate({ firm: { next: amount, before: firm } })
  }
  const isUnchanged = isSame(value, typed(firm))
  return (
    <form
      noValidate
      className={classes.firm}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnchanged) save()
      }}
    >
      <div className={`wrap ${classes.firmFields}`}>
        <AmountFields value={value} onChange={setValue} problems={tried ? problems : null} label={label} />
        <Button type="submit" variant="default" disabled={isUnchanged} loading={saving.isPending}>
          Save amount
        </Button>
        {firm === null ? null : (
          <Button
            variant="default"
            onClick={() => saving.mutate({ firm: { next: null, before: firm } })}
            disabled={saving.isPending}
          >
            Remove amount
          </Button>
        )}
      </div>
      <ErrorState error={saving.error} />
    </form>
  )
}
