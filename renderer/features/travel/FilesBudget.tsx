import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { useApi } from '../../lib/api.ts'

const megabyte = 1_000_000
const choices = [100, 250, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000].map((size) => size * megabyte)

type Props = {
  connectionId: string
  /** In bytes. */
  budget: number
  label: string
  /** True if there is a visible label beside it already. */
  labelHidden?: boolean
  className?: string | undefined
}

/** Chooses how much disk space one connection's downloaded files may use. */
export function FilesBudget({ connectionId, budget, label, labelHidden = false, className }: Props) {
  const { mutate, isPending } = useMutation(useApi().travel.setBudget.mutationOptions())
  const sizes = choices.includes(budget) ? choices : [...choices, budget].sort((a, b) => a - b)
  return (
    <NativeSelect
      {...(className === undefined ? {} : { className })}
      {...(labelHidden ? { 'aria-label': label } : { label })}
      size="xs"
      disabled={isPending}
      value={String(budget)}
      data={sizes.map((size) => ({ value: String(size), label: formatBytes(size) }))}
      onChange={({ currentTarget }) => mutate({ connectionId, bytes: Number(currentTarget.value) })}
    />
  )
}
