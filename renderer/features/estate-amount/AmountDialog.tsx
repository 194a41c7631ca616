import { Radio, Select } from '@mantine/core'
import { useState } from 'react'
import { type EstateAmounts, maxPrimaries, type OwnEstateAmount } from '../../../shared/ipc/estate.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useConnection } from '../../lib/api.ts'
import { AmountFields, readAmount, typed } from './AmountFields.tsx'
import classes from './estate-amount.module.css'
import { useSaveAmounts } from './use-amounts.ts'

const asRecorded = 'recorded'

const counts = [
  { value: asRecorded, label: 'Once for each living primary' },
  ...Array.from({ length: maxPrimaries }, (_, index) => ({
    value: String(index + 1),
    label: index === 0 ? 'Once' : `${index + 1} times`,
  })),
]

type Of = 'firm' | 'own' | 'none'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Props = { householdId: string; amounts: EstateAmounts; onClose: () => void }

/** The amount for one household's estate: the firm's amount, its own, or nothing. */
export function AmountDialog({ householdId, amounts: { firm, own }, onClose }: Props) {
  const [of, setOf] = useState<Of>(own?.is_off ? 'none' : own?.amount ? 'own' : 'firm')
  const [firmAmount, setFirmAmount] = useState(() => typed(firm))
  const [ownAmount, setOwnAmount] = useState(() => typed(own?.amount ?? null))
  const [count, setCount] = useState(own?.primaries == null ? asRecorded : String(own.primaries))
  const [tried, setTried] = useState(false)
  const saving = useSaveAmounts(useConnection().id)
  const shown = of === 'own' ? ownAmount : firmAmount
  const { amount, problems } = readAmount(shown)

  const save = () => {
    setTried(true)
    if (of !== 'none' && amount === null) return
    const primaries = count === asRecorded ? null : Number(count)
    const kept: OwnEstateAmount | null =
      of === 'none'
        ? { amount: own?.amount ?? null, primaries: own?.primaries ?? null, is_off: true }
        : of === 'own' || primaries !== null
          ? { amount: of === 'own' ? amount : null, primaries, is_off: false }
          : null
    saving.mutate(
      {
        ...(of === 'firm' && !same(amount, firm) ? { firm: { next: amount, before: firm } } : {}),
        ...(same(kept, own) ? {} : { own: { household_id: householdId, next: kept, before: own } }),
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title="Amount to compare the estate with"
      onClose={onClose}
      error={saving.error}
      confirm={{ label: 'Save amount', isPending: saving.isPending, onConfirm: save }}
    >
      <p className="note">
        Your own assumption, such as an exemption. Steward computes no tax. It is stored on this computer only and is
        never sent.
      </p>
      <Radio.Group
        label="Compare this household with"
        value={of}
        onChange={(value) => {
          setOf(value === 'own' || value === 'none' ? value : 'firm')
          setTried(false)
        }}
      >
        <div className={classes.choices}>
          <Radio value="firm" label="The firm’s amount, for every household" />
          <Radio value="own" label="An amount of its own" />
          <Radio value="none" label="No amount" />
        </div>
      </Radio.Group>
      {of === 'none' ? null : (
        <>
          <AmountFields
            key={of}
            value={shown}
            onChange={of === 'own' ? setOwnAmount : setFirmAmount}
            problems={tried ? problems : null}
            hasFocus
          />
          <Select
            label="Count it in this household"
            data={counts}
            value={count}
            allowDeselect={false}
            withScrollArea={false}
            onChange={(value) => setCount(value ?? asRecorded)}
          />
        </>
      )}
    </FormDialog>
  )
}
