import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCalendarDate } from '../../../../shared/domain/dates.ts'
import { localToday } from '../../../../shared/domain/days.ts'
import type { KnownAssetClass } from '../../../../shared/ipc/asset-classes.ts'
import type { ContractOutputs } from '../../../../shared/ipc/contract.ts'
import { maxDescription } from '../../../../shared/records/field.ts'
import { useDrafts } from '../../../components/forms/drafts.ts'
import { commitFocused } from '../../../components/forms/form-values.ts'
import formClasses from '../../../components/forms/forms.module.css'
import { useLeaving } from '../../../components/forms/LeaveDialog.tsx'
import { CharacterCount } from '../../../components/forms/TextField.tsx'
import { useSave } from '../../../components/forms/use-save.ts'
import { KeyCaps } from '../../../components/KeyCaps.tsx'
import { ErrorState, PageSkeleton } from '../../../components/States.tsx'
import { formatCents } from '../../../lib/amounts.ts'
import { useConnection } from '../../../lib/api.ts'
import { useCommand } from '../../../lib/commands/use-command.ts'
import { useReadOnlyReason } from '../../../lib/policy.ts'
import { AddClassDialog, Directory, useAssetClasses } from '../../asset-classes/public.ts'
import { AssetRows } from './AssetRows.tsx'
import classes from './composer.module.css'
import type { MergeMode } from './merge-rows.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { looksLikeTable } from './paste.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { reviewOf } from './review.ts'
import { differencesOf, isChanged, type Row, type RowDifferences, sentRows } from './rows.ts'
import { bodyOf, dateWarning, problemsWith, type ValuationProblems } from './typed.ts'
import { type ComposerState, useComposer } from './use-composer.ts'

/** Calls `take` with a table pasted anywhere on the screen, except into multi-line text fields. */
function usePastedTable(take: (text: string) => void): void {
  const takeTable = useEffectEvent(take)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const free = event.target instanceof Element && event.target.closest('textarea, [role="dialog"]') === null
      if (!free || !looksLikeTable(text)) return
      event.preventDefault()
      takeTable(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

const Notice = ({ children }: { children: ReactNode }) => (
  <output className={`row warn-box ${classes.notice}`}>{children}</output>
)

type Props = {
  composer: ComposerState
  /** Why the valuation cannot be saved; null if it can. */
  reason: string | null
  /** True if a valuation of this entity is still waiting to be sent. */
  waiting: boolean
}

/** Notices about this valuation, shown before the user types anything. */
function Notices({ composer, reason, waiting }: Props) {
  return (
    <>
      <p className={classes.lead}>
        A valuation can only be added: once sent, it cannot be corrected or deleted here. Assets only; debts can’t be
        recorded.
      </p>
      {reason === null ? null : <Notice>{reason}</Notice>}
      {waiting ? (
        <Notice>A valuation logged here is waiting to be sent. This one starts from it and is sent after it.</Notice>
      ) : null}
      {composer.outdated ? (
        <Notice>
          A newer valuation was synced after this draft was started. Differences are to the one it started from.
          <Button variant="default" size="compact-xs" onClick={composer.startOver}>
            Discard the draft and start from the newer one
          </Button>
        </Notice>
      ) : null}
    </>
  )
}

type ComposerToolsProps = { onAdd: () => void; onPaste: () => void; onDirectory: () => void }

/** Actions for all rows, and the keyboard shortcuts within a row. */
function ComposerTools({ onAdd, onPaste, onDirectory }: ComposerToolsProps) {
  return (
    <div className={`row ${classes.tools}`}>
      <Button variant="default" leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />} onClick={onAdd}>
        Add a row
      </Button>
      <Button
        variant="default"
        leftSection={<IconClipboardText size={14} stroke={1.75} aria-hidden="true" />}
        onClick={onPaste}
      >
        Paste rows…
      </Button>
      <Button variant="default" onClick={onDirectory}>
        Asset classes…
      </Button>
      <span className={`inline ${classes.keys}`}>
        <KeyCaps keys="Enter" /> next row <KeyCaps keys="Alt+↑" /> <KeyCaps keys="Alt+↓" /> move{' '}
        <KeyCaps keys="Mod+Shift+⌫" /> remove
      </span>
    </div>
  )
}

type ComposerBarProps = {
  composer: ComposerState
  differences: RowDifferences
  wrong: boolean
  saving: boolean
  disabled: boolean
  onCancel: () => void
}

/** A one-line summary of the valuation to log. */
function summary({ typed, last }: ComposerState, { total }: RowDifferences): string {
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
function ComposerBar({ composer, differences, wrong, saving, disabled, onCancel }: ComposerBarProps) {
  return (
    <div className={`line bottom-bar ${formClasses.bar}`}>
      <Button type="submit" loading={saving} disabled={disabled}>
        Log valuation
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <output className={formClasses.said} data-wrong={wrong || undefined}>
        {wrong ? 'Not logged: some fields need correcting.' : summary(composer, differences)}
      </output>
      <span className={`inline ${classes.keys}`} aria-hidden="true">
        <KeyCaps keys="Mod+S" />
      </span>
    </div>
  )
}

type DateAndDescriptionProps = { composer: ComposerState; problems: ValuationProblems | null }

const warnings = {
  earlier: (current: string) =>
    `The current valuation is of ${formatCalendarDate(current)}. The service shows only the newest, so it may keep showing that one, and this one would not be visible anywhere.`,
  future: () => 'This date is in the future.',
}

/** The fields of a valuation other than its assets. */
function DateAndDescription({ composer, problems }: DateAndDescriptionProps) {
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

type Options = {
  composer: ComposerState
  entityId: string
  form: RefObject<HTMLFormElement | null>
  /** Why the valuation cannot be saved; null if it can. */
  reason: string | null
  onLogged: () => void
}

/** Shows the review of a valuation without problems, and logs it once confirmed; otherwise focuses the first invalid field. */
function useLog({ composer, entityId, form, reason, onLogged }: Options) {
  const { typed, draft } = composer
  const problems = problemsWith(typed)
  const [asked, setAsked] = useState(0)
  const [reviewing, setReviewing] = useState(false)
  const save = useSave(draft)
  // Prevents logging the valuation twice, by a second click or while the page is being left.
  const running = useRef(false)
  const saving = useMutation({
    mutationFn: async () => {
      await save(
        { action: 'create', resource: 'valuations', parent_id: entityId, fields: bodyOf(typed) },
        'Valuation logged on this computer.',
      )
      useDrafts.getState().end(draft)
    },
    meta: { shown: true },
    onSuccess: onLogged,
    onError: () => {
      running.current = false
    },
  })
  const reviewNow = useEffectEvent(() => {
    if (reason !== null || running.current) return
    if (problems !== null) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setReviewing(true)
  })
  // Reviews in the render after the request, because the focused field commits its value first.
  useEffect(() => {
    if (asked > 0) reviewNow()
  }, [asked])
  return {
    problems,
    /** True once the user has tried to log: from then on all problems are shown. */
    tried: asked > 0,
    saving,
    reviewing,
    /** The user has seen the review. */
    confirm() {
      setReviewing(false)
      if (running.current) return
      running.current = true
      saving.mutate()
    },
    goBack: () => setReviewing(false),
    log() {
      commitFocused(form.current)
      setAsked((times) => times + 1)
    },
  }
}

type Detail = ContractOutputs['entities']['get']

/** The dialog that is open over the form, if any. */
type OpenDialog =
  | { is: 'nothing' }
  | { is: 'paste'; text: string }
  | { is: 'directory' }
  | { is: 'new-class'; row: string; typed: string }

const noClasses: never[] = []
const nothing: OpenDialog = { is: 'nothing' }

/** Escape leaves the page unless an open list or a dialog handles it. */
const leaves = ({ key, target, defaultPrevented }: KeyboardEvent) =>
  key === 'Escape' &&
  !defaultPrevented &&
  target instanceof Element &&
  target.getAttribute('aria-expanded') !== 'true' &&
  target.closest('[role="dialog"]') === null

type ComposerProps = { detail: Detail; known: readonly KnownAssetClass[] }

function LoadedComposer({ detail, known }: ComposerProps) {
  const { record: entity, valuation } = detail
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const reason = useReadOnlyReason()
  const composer = useComposer(entity.id, valuation?.record ?? null)
  const form = useRef<HTMLFormElement>(null)
  const [openDialog, setOpenDialog] = useState<OpenDialog>(nothing)
  const { typed, last, draft, rows } = composer
  const differences = useMemo(() => differencesOf(typed.rows, last), [typed.rows, last])
  const back = () => void navigate({ to: '/c/$connectionId/entities/$id', params: { connectionId, id: entity.id } })
  const { history } = useRouter()
  const [page] = useState(history.location.pathname)
  // A user who went elsewhere while the valuation was saved stays there.
  const onLogged = () => {
    if (history.location.pathname === page) back()
  }
  const { problems, tried, saving, reviewing, confirm, goBack, log } = useLog({
    composer,
    entityId: entity.id,
    form,
    reason,
    onLogged,
  })
  const leaving = useLeaving({ draft, title: 'Leave without logging the valuation?' })
  const close = () => setOpenDialog(nothing)
  const take = (pasted: readonly Row[], mode: MergeMode, remarks: readonly string[]) => {
    rows.merge(pasted, mode)
    if (remarks.length > 0) composer.setDescription([typed.description, ...remarks].filter(Boolean).join(' '))
  }
  const addClass = useCallback((row: string, text: string) => setOpenDialog({ is: 'new-class', row, typed: text }), [])
  useCommand('record.save', log)
  useCommand('record.close', back)
  usePastedTable((text) => setOpenDialog({ is: 'paste', text }))
  return (
    <>
      <Notices composer={composer} reason={reason} waiting={valuation?.pending != null} />
      <form
        ref={form}
        noValidate
        aria-label="New valuation"
        onKeyDown={(event) => {
          if (!leaves(event)) return
          event.preventDefault()
          back()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          log()
        }}
      >
        <DateAndDescription composer={composer} problems={tried ? problems : null} />
        <ComposerTools
          onAdd={() => rows.add(null)}
          onPaste={() => setOpenDialog({ is: 'paste', text: '' })}
          onDirectory={() => setOpenDialog({ is: 'directory' })}
        />
        <AssetRows composer={composer} differences={differences} strict={tried} known={known} onAddClass={addClass} />
        <ErrorState error={saving.error} />
        <ComposerBar
          composer={composer}
          differences={differences}
          wrong={tried && problems !== null}
          saving={saving.isPending}
          disabled={reason !== null}
          onCancel={back}
        />
      </form>
      {openDialog.is === 'paste' ? (
        <PasteDialog text={openDialog.text} rows={typed.rows} known={known} onPaste={take} onClose={close} />
      ) : null}
      {openDialog.is === 'new-class' ? (
        <AddClassDialog
          id={openDialog.typed}
          onAdded={(chosen) => rows.change(openDialog.row, { class: chosen, class_text: '' })}
          onClose={close}
        />
      ) : null}
      <Modal
        opened={openDialog.is === 'directory'}
        onClose={close}
        title="Asset classes"
        size={1000}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Directory entityId={entity.id} />
      </Modal>
      {reviewing ? (
        <ReviewDialog
          review={reviewOf(typed.rows, { differences, last: last?.directly_held_assets ?? [] })}
          of={entity.display_name}
          lastDate={last?.effective_date ?? null}
          date={typed.effective_date}
          onLog={confirm}
          onClose={goBack}
        />
      ) : null}
      {leaving}
    </>
  )
}

/**
 * Composes a new valuation of one entity, starting from its latest one. It is shown once the asset classes are known, because rows
 * pasted before would lose theirs; if they cannot be read, each is chosen by its id.
 */
export function Composer({ detail }: { detail: Detail }) {
  const known = useAssetClasses(detail.record.id, { part: 'The asset classes' })
  if (known.isPending) return <PageSkeleton label="Loading asset classes" />
  return <LoadedComposer detail={detail} known={known.data ?? noClasses} />
}
