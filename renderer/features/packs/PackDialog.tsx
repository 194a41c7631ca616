import { Button, Checkbox, Group, Modal, Radio, Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatMoment } from '../../../shared/domain/dates.ts'
import { dateBefore } from '../../../shared/domain/days.ts'
import {
  type PackSection,
  packSectionNames,
  packSections,
  usualPackDays,
  usualPackSections,
} from '../../../shared/domain/pack.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { PackProgress } from '../../../shared/ipc/packs.ts'
import { OrderedList } from '../../components/OrderedList.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { ErrorState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import type { PresentedError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
import { Preview, pdfSource } from '../files/public.ts'
import classes from './packs.module.css'

/** A section in its place, chosen or not. */
type PlacedSection = { section: PackSection; chosen: boolean }

type SectionPickerProps = { sections: readonly PlacedSection[]; onSections: (sections: PlacedSection[]) => void }

function moved(sections: readonly PlacedSection[], at: number, by: 1 | -1): PlacedSection[] {
  const next = [...sections]
  const [taken] = next.splice(at, 1)
  if (taken) next.splice(at + by, 0, taken)
  return next
}

/** The sections of a pack in their order. */
function SectionPicker({ sections, onSections }: SectionPickerProps) {
  return (
    <fieldset className={classes.sections}>
      <legend>Sections, in the order of the pack</legend>
      <OrderedList
        label="Sections in order"
        items={sections.map(({ section, chosen }) => ({
          key: section,
          name: packSectionNames[section],
          isChosen: chosen,
        }))}
        onChoose={({ key }) =>
          onSections(sections.map(({ section, chosen }) => ({ section, chosen: chosen !== (section === key) })))
        }
        onMove={(at, by) => onSections(moved(sections, at, by))}
      />
    </fieldset>
  )
}

/**
 * Prints a pack from this window. Its markup is parsed as inert text, as from a file, and drawn in a shadow root, where neither the
 * app's styles nor its scripts reach it; the content security policy of this page keeps it from loading anything.
 */
function printPage({ style, body }: { style: string; body: string }): void {
  const parsed = new DOMParser().parseFromString(body, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style.replace(/^html \{/m, ':host {'))
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.append(...parsed.body.childNodes)
  host.dataset.pack = ''
  try {
    document.body.append(host)
    document.documentElement.dataset.printing = 'pack'
    window.print()
  } finally {
    delete document.documentElement.dataset.printing
    host.remove()
  }
}

type PackState =
  | { step: 'idle' }
  | { step: 'choosing' }
  | ({ step: 'printing' } & Pick<PackProgress, 'done' | 'total'>)
  /** The PDF of one household is made to be looked at, and shown. */
  | { step: 'drawing' }
  | { step: 'shown'; base64: string }
  | ({ step: 'done' } & Pick<PackProgress, 'total' | 'failed' | 'file'>)
  | { step: 'failed'; error: PresentedError }

/** Makes meeting packs, one run at a time. Closing the dialog cancels it. */
function usePack() {
  const client = useClient()
  const { state, start, reset } = useRun<PackState>({ step: 'idle' }, (error) => ({ step: 'failed', error }))
  return {
    state,
    start: (input: ContractInputs['packs']['start']) =>
      void start(async (show, signal) => {
        show({ step: 'choosing' })
        for await (const progress of await client.packs.start(input, { signal })) {
          if (progress === null) show({ step: 'idle' })
          else if (progress.ended) show({ step: 'done', ...progress })
          else show({ step: 'printing', ...progress })
        }
      }),
    /** Cancels the run; its file is removed. */
    cancel: reset,
    /** Makes one pack and shows it; nothing is saved. */
    preview: (input: ContractInputs['packs']['preview']) =>
      void start(async (show, signal) => {
        show({ step: 'drawing' })
        const { base64 } = await client.packs.preview(input, { signal })
        show({ step: 'shown', base64 })
      }),
    /** Prints one pack from this window. */
    print: (input: ContractInputs['packs']['page']) =>
      void start(async (show, signal) => {
        const page = await client.packs.page(input, { signal })
        show({ step: 'idle' })
        printPage(page)
      }),
  }
}

/** The pages of a pack as they would be saved. */
function PackPreview({ base64, title, onClose }: { base64: string; title: string; onClose: () => void }) {
  const source = useMemo(() => pdfSource(`Meeting pack of ${title}`, base64), [base64, title])
  return (
    <Modal
      opened
      onClose={onClose}
      size="900px"
      title="Preview of the meeting pack"
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
    >
      <div className={classes.preview}>
        <Preview source={source} otherwise={null} />
      </div>
    </Modal>
  )
}

type Props = {
  state: PackState
  /** Prints the pack of one household from this window; null for several. */
  onPrint: (() => void) | null
}

/** The progress or result of a run. */
function PackStatus({ state, onPrint }: Props) {
  if (state.step === 'idle' || state.step === 'shown') return null
  if (state.step === 'failed')
    return (
      <>
        <ErrorState error={state.error} />
        {onPrint !== null && state.error.code === 'print/unavailable' ? (
          <p>
            <Button variant="default" onClick={onPrint}>
              Print from this window
            </Button>
          </p>
        ) : null}
      </>
    )
  return (
    <div className={`line ${classes.status}`} role="status">
      {state.step === 'choosing' ? 'Preparing…' : null}
      {state.step === 'drawing' ? 'Making the preview…' : null}
      {state.step === 'printing' ? (
        <>
          <progress aria-label="Meeting packs" max={state.total} value={state.done} />
          <span>
            {state.total === 1
              ? 'Printing the pack…'
              : `Printing pack ${formatCount(Math.min(state.done + 1, state.total))} of ${formatCount(state.total)}…`}
          </span>
        </>
      ) : null}
      {state.step === 'done' ? <Result {...state} /> : null}
    </div>
  )
}

function Result({ total, failed, file }: Extract<PackState, { step: 'done' }>) {
  return (
    <div className={`column anywhere ${classes.result}`}>
      {file === null ? (
        <p>No pack could be made.</p>
      ) : (
        <p>
          {total === 1 ? null : `${formatCount(total - failed.length)} of ${formatCount(total)} packs. `}
          Saved as <RecordText>{file.name}</RecordText>. <ShowInFolder handle={file.handle} size="compact-sm" />
        </p>
      )}
      {failed.length === 0 ? null : (
        <ul aria-label="Households without a pack">
          {failed.map(({ name, message }) => (
            <li key={name}>
              <RecordText>{name}</RecordText>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether the packs of several households go to one ZIP file or to a folder. */
function PlacePicker({ folder, onFolder }: { folder: boolean; onFolder: (folder: boolean) => void }) {
  return (
    <Radio.Group label="Save as" value={folder ? 'folder' : 'zip'} onChange={(value) => onFolder(value === 'folder')}>
      <div className={`wrap ${classes.places}`}>
        <Radio value="zip" label="One ZIP file" />
        <Radio value="folder" label="A new folder of PDFs" />
      </div>
    </Radio.Group>
  )
}

type TemplatePickerProps = { sections: readonly PlacedSection[]; onSections: (sections: PlacedSection[]) => void }

/** The sections of a template in its order, then all others. */
const placedBy = ({ sections }: { sections: readonly PackSection[] }): PlacedSection[] => [
  ...sections.map((section) => ({ section, chosen: true })),
  ...packSections.filter((section) => !sections.includes(section)).map((section) => ({ section, chosen: false })),
]

/** Named choices of sections and their order, which are stored on this computer. */
function TemplatePicker({ sections, onSections }: TemplatePickerProps) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const meta = { part: 'Your templates of packs' }
  const { data, isError } = useQuery(api.packs.templates.queryOptions({ input: { connectionId }, meta }))
  const templates = data ?? []
  const { mutate } = useMutation(
    api.packs.setTemplate.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.packs.templates.key() }),
    }),
  )
  const [current, setCurrent] = useState<string | null>(null)
  const [naming, setNaming] = useState<string | null>(null)
  const chosen = sections.filter((one) => one.chosen).map(({ section }) => section)
  const choose = (name: string | null) => {
    const template = templates.find((one) => one.name === name)
    setCurrent(template?.name ?? null)
    if (template) onSections(placedBy(template))
  }
  const save = () => {
    const name = naming?.trim() ?? ''
    if (name === '' || chosen.length === 0) return
    mutate({ connectionId, name, template: { name, sections: chosen } })
    setCurrent(name)
    setNaming(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither saves the pack nor closes the dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save()
    else setNaming(null)
  }
  if (naming !== null)
    return (
      <div className={`wrap ${classes.templates}`}>
        <TextInput
          label="Name of the template"
          autoFocus
          maxLength={60}
          value={naming}
          onKeyDown={onKeyDown}
          onChange={(event) => setNaming(event.currentTarget.value)}
        />
        <Button variant="default" disabled={naming.trim() === '' || chosen.length === 0} onClick={save}>
          Save template
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setNaming(null)}>
          Back
        </Button>
      </div>
    )
  return (
    <div className={`wrap ${classes.templates}`}>
      <Select
        label="Template"
        placeholder={templates.length > 0 ? 'Choose one' : data ? 'None saved yet' : isError ? 'Could not be read' : ''}
        disabled={templates.length === 0}
        data={templates.map(({ name }) => name)}
        value={current}
        onChange={choose}
        withScrollArea={false}
        data-autofocus={templates.length > 0 || undefined}
      />
      <Button variant="default" onClick={() => setNaming(current ?? '')}>
        Save as template…
      </Button>
      {current === null ? null : (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            mutate({ connectionId, name: current, template: null })
            setCurrent(null)
          }}
        >
          Remove template
        </Button>
      )}
    </div>
  )
}

export type PackHouseholds = {
  ids: readonly string[]
  /** Of the one household. */
  title?: string
}

const usual = placedBy({ sections: usualPackSections })

/** When the one household was last met, ISO 8601; null if that is not recorded, and for several; undefined while it is read. */
function useLastMeeting(ids: readonly string[]): string | null | undefined {
  const connectionId = useConnection().id
  const [only = ''] = ids
  const meta = { part: 'The day of the last meeting' }
  const options = useApi().changes.household.queryOptions({ input: { connectionId, household_id: only }, meta })
  const { data, isLoading } = useQuery({ ...options, enabled: ids.length === 1 })
  return isLoading ? undefined : (data?.met_at ?? null)
}

/** Chooses what the meeting packs of one or more households contain, and saves them. */
export function PackDialog({ ids, title, onClose }: PackHouseholds & { onClose: () => void }) {
  const connectionId = useConnection().id
  const pack = usePack()
  const [sections, setSections] = useState(usual)
  const [since, setSince] = useState(() => dateBefore(Date.now(), usualPackDays))
  const [sinceMet, setSinceMet] = useState(true)
  const met = useLastMeeting(ids)
  // Of several households, each has its own. One that was never met has the changes since the day.
  const hasMet = ids.length > 1 || met !== null
  const [questions, setQuestions] = useState('')
  const [folder, setFolder] = useState(false)
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
          {chosen.includes('changes') && hasMet && met !== undefined ? (
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
          {chosen.includes('changes') && met !== undefined && !(sinceMet && met !== null) ? (
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
        <div className={`column ${classes.foot}`}>
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
