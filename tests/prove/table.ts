import type { Mutation } from './mutations.ts'

/** A mutation that was tried, and the report's reason or verdict. */
export type Tried = Pick<Mutation, 'step' | 'broken'> & { isNoticed: boolean; said: string; seconds: number }

const headings = ['step', 'broken', 'noticed', 's', 'the report says'] as const
const longestReason = 80

/** A table of text with one line for each mutation. */
export function tableOf(all: readonly Tried[]): string {
  const cells = all.map(({ step, broken, isNoticed, said, seconds }) => {
    const reason = said.split('\n')[0]?.slice(0, longestReason) ?? ''
    return [step, broken, isNoticed ? 'yes' : 'NO', seconds.toFixed(1), reason]
  })
  const rows = [[...headings], ...cells]
  const widths = headings.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
