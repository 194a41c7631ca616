import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { ContractOutputs } from '../../../../shared/ipc/contract.ts'
import { useReadOnlyReason } from '../../../components/forms/use-editing.ts'
import { ErrorState } from '../../../components/States.tsx'
import { useCommand } from '../../../lib/commands/use-command.ts'
import { useConnection } from '../../../lib/connection.ts'
import { presentError } from '../../../lib/present-error.ts'
import { AddClassDialog, Directory, useAssetClasses } from '../../asset-classes/public.ts'
import { AssetRows } from './AssetRows.tsx'
import { ComposerBar } from './ComposerBar.tsx'
import { ComposerTools } from './ComposerTools.tsx'
import { DateAndDescription } from './DateAndDescription.tsx'
import { Leaving } from './Leaving.tsx'
import type { MergeMode } from './merge-rows.ts'
import { Notices } from './Notices.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { reviewOf } from './review.ts'
import { differencesOf, type Row } from './rows.ts'
import { useComposer } from './use-composer.ts'
import { useLog } from './use-log.ts'
import { usePastedTable } from './use-pasted-table.ts'

type Detail = ContractOutputs['entities']['get']

/** The dialog that is open over the form, if any. */
type Above =
  | { is: 'nothing' }
  | { is: 'paste'; text: string }
  | { is: 'directory' }
  | { is: 'new-class'; row: string; typed: string }

const noClasses: never[] = []
const nothing: Above = { is: 'nothing' }

/** Escape leaves the page unless an open list or a dialog handles it. */
const leaves = ({ key, target, defaultPrevented }: KeyboardEvent) =>
  key === 'Escape' &&
  !defaultPrevented &&
  target instanceof Element &&
  target.getAttribute('aria-expanded') !== 'true' &&
  target.closest('[role="dialog"]') === null

/** Composes a new valuation of one entity, starting from its latest one. */
export function Composer({ detail }: { detail: Detail }) {
  const { record: entity, valuation } = detail
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const reason = useReadOnlyReason()
  const composer = useComposer(entity.id, valuation?.record ?? null)
  const known = useAssetClasses(entity.id).data ?? noClasses
  const form = useRef<HTMLFormElement>(null)
  const [above, setAbove] = useState<Above>(nothing)
  const { typed, last, draft, rows } = composer
  const differences = useMemo(() => differencesOf(typed.rows, last), [typed.rows, last])
  const back = () => void navigate({ to: '/c/$connectionId/entities/$id', params: { connectionId, id: entity.id } })
  const { history } = useRouter()
  const [page] = useState(history.location.pathname)
  // A user who went elsewhere while the valuation was saved stays there.
  const onLogged = () => {
    if (history.location.pathname === page) back()
  }
  const onFailed = (error: Error) => {
    if (history.location.pathname === page) return
    const { title, nextStep } = presentError(error)
    const message = `${title}. ${nextStep} It is kept as a draft.`
    notifications.show({ title: 'The valuation was not logged', message, color: 'red', autoClose: false })
  }
  const { problems, tried, saving, reviewing, confirm, goBack, log } = useLog({
    composer,
    entityId: entity.id,
    form,
    reason,
    onLogged,
    onFailed,
  })
  const close = () => setAbove(nothing)
  const take = (pasted: readonly Row[], mode: MergeMode, remarks: readonly string[]) => {
    rows.merge(pasted, mode)
    if (remarks.length > 0) composer.setDescription([typed.description, ...remarks].filter(Boolean).join(' '))
  }
  const addClass = useCallback((row: string, text: string) => setAbove({ is: 'new-class', row, typed: text }), [])
  useCommand('record.save', log)
  useCommand('record.close', back)
  usePastedTable((text) => setAbove({ is: 'paste', text }))
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
          onPaste={() => setAbove({ is: 'paste', text: '' })}
          onDirectory={() => setAbove({ is: 'directory' })}
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
      {above.is === 'paste' ? (
        <PasteDialog text={above.text} rows={typed.rows} known={known} onPaste={take} onClose={close} />
      ) : null}
      {above.is === 'new-class' ? (
        <AddClassDialog
          id={above.typed}
          onAdded={(chosen) => rows.change(above.row, { class: chosen, class_text: '' })}
          onClose={close}
        />
      ) : null}
      <Modal
        opened={above.is === 'directory'}
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
      <Leaving draft={draft} saving={saving.isPending} />
    </>
  )
}
