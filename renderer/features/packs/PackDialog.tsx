import { Button, Checkbox, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatMoment } from '../../../shared/domain/dates.ts'
import { packSections, usualPackSections } from '../../../shared/domain/pack.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { localToday } from '../../lib/today.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { PackPreview } from './PackPreview.tsx'
import { PackStatus } from './PackStatus.tsx'
import { PlacePicker } from './PlacePicker.tsx'
import classes from './packs.module.css'
import { type PlacedSection, SectionPicker } from './SectionPicker.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'
import { usePack } from './use-pack.ts'

export type PackHouseholds = {
  ids: readonly string[]
  /** Of the one household. */
  title?: string
}

const usual: PlacedSection[] = packSections.map((section) => ({
  section,
  chosen: usualPackSections.includes(section),
}))

/** Days before today from which changes are listed, unless another day is chosen. */
const usualDays = 90
const daysAgo = (days: number) => localToday(new Date(Date.now() - days * 86_400_000))

/** When the one household was last met, ISO 8601; null if that is not recorded, and for several. */
function useLastMeeting(ids: readonly string[]): string | null {
  const connectionId = useConnection().id
  const [only = ''] = ids
  const options = useApi().changes.household.queryOptions({ input: { connectionId, household_id: only } })
  return useQuery({ ...options, enabled: ids.length === 1 }).data?.met_at ?? null
}

/** Chooses what the meeting packs of one or more households contain, and saves them. */
export function PackDialog({ ids, title, onClose }: PackHouseholds & { onClose: () => void }) {
  const connectionId = useConnection().id
  const pack = usePack()
  const [sections, setSections] = useState(usual)
  const [since, setSince] = useState(() => daysAgo(usualDays))
  const [sinceMet, setSinceMet] = useState(true)
  const met = useLastMeeting(ids)
  // Of several households, each has its own.
  const hasMet = ids.length > 1 || met !== null
  const [questions, setQuestions] = useState('')
  const [folder, setFolder] = useState(false)
  useReturnFocus()
  const chosen = sections.filter((one) => one.chosen).map(({ section }) => section)
  const busy = ['choosing', 'printing', 'drawing'].includes(pack.state.step)
  const problem = chosen.length === 0 ? 'Choose a section.' : since === '' ? 'Choose a day.' : null
  const lines = questions.split('\n').filter((line) => line.trim() !== '')
  const what = {
    options: { sections: chosen, since, since_met: hasMet && sinceMet },
    questions: lines.slice(0, 50).map((line) => line.slice(0, 500)),
  }
  const [only] = ids
  const one = ids.length === 1 && only !== undefined ? { connectionId, household_id: only, ...what } : null
  const print = one && (() => pack.print(one))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (problem !== null || busy) return
    pack.start({ connectionId, households: [...ids], ...what, folder })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={ids.length === 1 ? 'Meeting pack' : `Meeting packs of ${formatCount(ids.length)} households`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!busy}
      // Escape closes the preview above this dialog first.
      closeOnEscape={pack.state.step !== 'shown'}
    >
      <form noValidate onSubmit={save} className={classes.form}>
        <div className={classes.fields}>
          <p className="quiet">
            {title === undefined ? 'One PDF for each household.' : `A PDF about ${title}, as Steward has it now.`} Edits
            that were not sent yet are included, and marked on each page.
          </p>
          <TemplatePicker sections={sections} onSections={setSections} />
          <SectionPicker sections={sections} onSections={setSections} />
          {chosen.includes('changes') && hasMet ? (
            <Checkbox
              label={
                met === null
                  ? 'Changes since each last meeting'
                  : `Changes since the last meeting, ${formatMoment(met)}`
              }
              checked={sinceMet}
              onChange={(event) => setSinceMet(event.currentTarget.checked)}
            />
          ) : null}
          {chosen.includes('changes') && !(sinceMet && met !== null) ? (
            <TextInput
              type="date"
              label={hasMet && sinceMet ? 'Changes since, without a recorded meeting' : 'Changes since'}
              max="9999-12-31"
              value={since}
              error={since === '' ? 'Choose a day.' : null}
              onChange={(event) => setSince(event.currentTarget.value)}
            />
          ) : null}
          {chosen.includes('questions') ? (
            <Textarea
              label="Open questions"
              description="One on each line. They are printed and not stored."
              rows={3}
              maxLength={10_000}
              value={questions}
              onChange={(event) => setQuestions(event.currentTarget.value)}
            />
          ) : null}
          {one === null ? <PlacePicker folder={folder} onFolder={setFolder} /> : null}
        </div>
        <div className={classes.foot}>
          <PackStatus state={pack.state} onPrint={print} />
          <Group justify="flex-end">
            {busy ? (
              <Button variant="default" onClick={pack.cancel}>
                Cancel
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            )}
            {one === null ? null : (
              <Button variant="default" disabled={problem !== null || busy} onClick={() => pack.preview(one)}>
                Preview
              </Button>
            )}
            <Button type="submit" loading={busy} disabled={problem !== null}>
              {one !== null ? 'Save PDF' : folder ? 'Save folder' : 'Save ZIP'}
            </Button>
          </Group>
        </div>
      </form>
      {pack.state.step === 'shown' ? (
        <PackPreview base64={pack.state.base64} title={title ?? ''} onClose={pack.cancel} />
      ) : null}
    </Modal>
  )
}
