import { Button } from '@mantine/core'
import { KeyCaps } from '../../../components/KeyCaps.tsx'
import { formatCents } from '../../../lib/amounts.ts'
import classes from './composer.module.css'
import { isChanged, type RowDifferences, sentRows } from './rows.ts'
import type { Composer } from './use-composer.ts'

type Props = {
  composer: Composer
  differences: RowDifferences
  wrong: boolean
  saving: boolean
  disabled: boolean
  onCancel: () => void
}

/** A one-line summary of the valuation to log. */
function summary({ typed, last }: Composer, { total }: RowDifferences): string {
  const sent = sentRows(typed.rows).length
  const assets =
    sent === 0
      ? 'No assets: nothing is held directly'
      : `${sent.toLocaleString('en-US')} ${sent === 1 ? 'asset' : 'assets'}`
  const changed = typed.rows.some((row) => isChanged(row, last?.directly_held_assets ?? []))
  const same = last !== null && !changed ? ' Only the date differs from the last valuation.' : ''
  return `${assets}, ${formatCents(total.after)}.${same}`
}

/** The buttons to log or cancel, with the summary. */
export function ComposerBar({ composer, differences, wrong, saving, disabled, onCancel }: Props) {
  return (
    <div className={classes.bar}>
      <Button type="submit" loading={saving} disabled={disabled}>
        Log valuation
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <output className={classes.said} data-wrong={wrong || undefined}>
        {wrong ? 'Not logged: some fields need correcting.' : summary(composer, differences)}
      </output>
      <span className={classes.keys} aria-hidden="true">
        <KeyCaps keys="Mod+S" />
      </span>
    </div>
  )
}
