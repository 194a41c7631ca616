import { TextInput } from '@mantine/core'
import { amountText, parseAmount } from '../../../shared/domain/amounts.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { amountYears, type EstateAmount, estateAmount } from '../../../shared/ipc/estate.ts'
import classes from './estate-amount.module.css'

/** An amount and its year as they are typed. */
export type TypedAmount = { usd: string; year: string }

/** An amount as it can be typed; without one, only this year. */
export const typed = (amount: EstateAmount | null): TypedAmount =>
  amount === null
    ? { usd: '', year: localToday(new Date()).slice(0, 4) }
    : { usd: amountText(amount.usd).replace(/\.00$/, ''), year: String(amount.year) }

type Problems = { usd: string | null; year: string | null }

/** The typed amount, or what is wrong with it. */
export function readAmount({ usd, year }: TypedAmount): { amount: EstateAmount | null; problems: Problems } {
  const read = parseAmount(usd)
  const shape = estateAmount.shape
  const usdProblem = read.problem ?? shape.usd.safeParse(read.value).error?.issues[0]?.message ?? null
  const number = /^\d{4}$/.test(year.trim()) ? Number(year) : Number.NaN
  const isYear = shape.year.safeParse(number).success
  const problems = {
    usd: usdProblem === null || read.problem !== null ? usdProblem : `The amount ${usdProblem}.`,
    year: isYear ? null : `Enter a year from ${amountYears.min} to ${amountYears.max}.`,
  }
  const isGood = problems.usd === null && problems.year === null && read.value !== null
  return { amount: isGood ? { usd: Math.round((read.value ?? 0) * 100) / 100, year: number } : null, problems }
}

type Props = {
  value: TypedAmount
  onChange: (value: TypedAmount) => void
  /** Null while nothing was tried to be saved. */
  problems: Problems | null
  label?: string
  hasFocus?: boolean
}

/** An amount in USD as people type it, and its year. */
export function AmountFields({ value, onChange, problems, label = 'Amount for each living primary', hasFocus }: Props) {
  return (
    <div className={`wrap ${classes.fields}`}>
      <TextInput
        className={classes.usd}
        label={label}
        leftSection="$"
        placeholder="15M, 13.99m or 1,234.50"
        maxLength={40}
        value={value.usd}
        onChange={({ currentTarget }) => onChange({ ...value, usd: currentTarget.value })}
        error={problems?.usd}
        data-autofocus={hasFocus || undefined}
      />
      <TextInput
        className={classes.year}
        label="Year"
        inputMode="numeric"
        maxLength={4}
        value={value.year}
        onChange={({ currentTarget }) => onChange({ ...value, year: currentTarget.value })}
        error={problems?.year}
      />
    </div>
  )
}
