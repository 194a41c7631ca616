import { Textarea, TextInput } from '@mantine/core'
import { formatCalendarDate } from '../../../../shared/domain/dates.ts'
import { maxDescription } from '../../../../shared/records/field.ts'
import { CharacterCount } from '../../../components/forms/TextField.tsx'
import { localToday } from '../../../lib/today.ts'
import classes from './composer.module.css'
import { dateWarning, type ValuationProblems } from './typed.ts'
import type { Composer } from './use-composer.ts'

type Props = { composer: Composer; problems: ValuationProblems | null }

const warnings = {
  earlier: (current: string) =>
    `The current valuation is of ${formatCalendarDate(current)}. The service shows only the newest, so it may keep showing that one, and this one would not be visible anywhere.`,
  future: () => 'This date is in the future.',
}

/** The fields of a valuation other than its assets. */
export function DateAndDescription({ composer, problems }: Props) {
  const { typed, last, setDate, setDescription } = composer
  const warning = dateWarning(typed.effective_date, { last, today: localToday() })
  return (
    <div className={classes.head}>
      <div>
        <TextInput
          type="date"
          label="Effective date"
          max="9999-12-31"
          value={typed.effective_date}
          aria-required
          error={problems?.date ?? null}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <output className={classes.warning}>
          {warning === null ? null : warnings[warning](last?.effective_date ?? '')}
        </output>
      </div>
      <div>
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={12}
          dir="auto"
          value={typed.description}
          error={problems?.description ?? null}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {typed.description === '' ? null : <CharacterCount text={typed.description} most={maxDescription} />}
      </div>
    </div>
  )
}
