import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatCents } from '../../../../shared/domain/money.ts'
import type { ContractOutputs } from '../../../../shared/ipc/contract.ts'
import { AddClassDialog } from '../../../components/asset-classes/AddClassDialog.tsx'
import { Directory } from '../../../components/asset-classes/Directory.tsx'
import { useAssetClasses } from '../../../components/asset-classes/use-asset-classes.ts'
import { commitFocused } from '../../../components/forms/commit-focused.ts'
import { useDrafts } from '../../../components/forms/drafts.ts'
import { LeaveDialog } from '../../../components/forms/LeaveDialog.tsx'
import { useReadOnlyReason } from '../../../components/forms/use-editing.ts'
import { useSave } from '../../../components/forms/use-save.ts'
import { KeyCaps } from '../../../components/KeyCaps.tsx'
import { ErrorState } from '../../../components/States.tsx'
import { useCommand } from '../../../lib/commands/use-command.ts'
import { useConnection } from '../../../lib/connection.ts'
import { presentError } from '../../../lib/present-error.ts'
import { AssetRows } from './AssetRows.tsx'
import classes from './composer.module.css'
import { DateAndDescription } from './DateAndDescription.tsx'
import { Notices } from './Notices.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { looksLikeTable } from './paste.ts'
import { differencesOf, isChanged, sentRows } from './rows.ts'
import { bodyOf, problemsWith } from './typed.ts'
import { useComposer } from './use-composer.ts'

type Detail = ContractOutputs['entities']['get']

const noClasses: never[] = []

/** Takes a piece of a spreadsheet wherever it is pasted on the screen, but into text that may have many lines. */
function usePastedTable(take: (text: string) => void) {
  const current = useRef(take)
  useEffect(() => {
    current.current = take
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const free = event.target instanceof Element && event.target.closest('textarea, [role="dialog"]') === null
      if (!free || !looksLikeTable(text)) return
      event.preventDefault()
      current.current(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

/** Asks on the way out of the page; what was typed may stay for later. */
function Leaving({ draft }: { draft: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && useDrafts.getState().drafts[draft]?.dirty === true,
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <LeaveDialog
      title="Leave without logging the valuation?"
      onStay={blocker.reset}
      onKeep={blocker.proceed}
      onDiscard={() => {
        useDrafts.getState().end(draft)
        blocker.proceed()
      }}
    >
      A draft stays on this computer and is there when you come back. Nothing of it is sent.
    </LeaveDialog>
  )
}

/** A new valuation of one entity, from its last one to what is logged. */
export function Composer({ detail }: { detail: Detail }) {
  const { record: entity, valuation } = detail
  const connectionId = useConnection().id
  const navigate = useNavigate()
  const reason = useReadOnlyReason()
  const composer = useComposer(entity.id, valuation?.record ?? null)
  const known = useAssetClasses(entity.id).data ?? noClasses
  const save = useSave()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const [adding, setAdding] = useState<{ key: string; typed: string } | null>(null)
  const [pasting, setPasting] = useState<string | null>(null)
  const [directory, { open: openDirectory, close: closeDirectory }] = useDisclosure(false)
  const { typed, last, draft, rows } = composer
  const differences = useMemo(() => differencesOf(typed.rows, last), [typed.rows, last])
  const problems = useMemo(() => problemsWith(typed), [typed])
  const back = () => void navigate({ to: '/c/$connectionId/entities/$id', params: { connectionId, id: entity.id } })
  const saving = useMutation({
    mutationFn: async () => {
      await save(
        { action: 'create', resource: 'valuations', parent_id: entity.id, fields: bodyOf(composer.typed) },
        'Valuation logged on this computer. It is sent as soon as the service can be reached.',
      )
      useDrafts.getState().end(draft)
    },
    meta: { shown: true },
    onSuccess: back,
  })
  const [submitted, setSubmitted] = useState(0)
  // The field that has the focus speaks up when it is left; what it said is there with the next drawing.
  const submit = () => {
    commitFocused(form.current)
    setTried(true)
    setSubmitted((times) => times + 1)
  }
  const saveNow = useRef(() => {})
  saveNow.current = () => {
    if (reason !== null || saving.isPending) return
    if (problems === null) saving.mutate()
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  useEffect(() => {
    if (submitted > 0) saveNow.current()
  }, [submitted])
  useCommand('record.save', submit)
  useCommand('record.close', back)
  usePastedTable(setPasting)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return
    if (event.target.getAttribute('aria-expanded') === 'true' || event.target.closest('[role="dialog"]')) return
    event.preventDefault()
    back()
  }
  const sent = sentRows(typed.rows).length
  const changed = typed.rows.filter((row) => isChanged(row, last?.directly_held_assets ?? [])).length
  return (
    <>
      <Notices composer={composer} reason={reason} waiting={detail.valuation?.pending != null} />
      <form
        ref={form}
        noValidate
        aria-label="New valuation"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DateAndDescription composer={composer} problems={tried ? problems : null} />
        <div className={classes.tools}>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />}
            onClick={() => rows.add(null)}
          >
            Add a row
          </Button>
          <Button
            variant="default"
            leftSection={<IconClipboardText size={14} stroke={1.75} aria-hidden="true" />}
            onClick={() => setPasting('')}
          >
            Paste rows…
          </Button>
          <Button variant="default" onClick={openDirectory}>
            Asset classes…
          </Button>
          <span className={classes.keys}>
            <KeyCaps keys="Enter" /> next row <KeyCaps keys="Alt+↑" /> <KeyCaps keys="Alt+↓" /> move{' '}
            <KeyCaps keys="Mod+Shift+⌫" /> remove
          </span>
        </div>
        <AssetRows
          composer={composer}
          differences={differences}
          strict={tried}
          known={known}
          onAddClass={(key, text) => setAdding({ key, typed: text })}
        />
        {saving.error ? <ErrorState error={presentError(saving.error)} /> : null}
        <div className={classes.bar}>
          <Button type="submit" loading={saving.isPending} disabled={reason !== null}>
            Log valuation
          </Button>
          <Button variant="default" onClick={back}>
            Cancel
          </Button>
          <output className={classes.said} data-wrong={(tried && problems !== null) || undefined}>
            {tried && problems !== null
              ? 'Not logged: some fields need another look.'
              : `${sent === 0 ? 'No assets: nothing is held directly' : `${sent.toLocaleString('en-US')} ${sent === 1 ? 'asset' : 'assets'}`}, ${formatCents(differences.total.after)}. ${changed === 0 ? 'Nothing differs from the last valuation but the date.' : ''}`}
          </output>
          <span className={classes.keys} aria-hidden="true">
            <KeyCaps keys="Mod+S" />
          </span>
        </div>
      </form>
      {pasting === null ? null : (
        <PasteDialog
          text={pasting}
          rows={typed.rows}
          known={known}
          onPaste={rows.merge}
          onClose={() => setPasting(null)}
        />
      )}
      {adding ? (
        <AddClassDialog
          id={adding.typed}
          onAdded={(chosen) => rows.change(adding.key, { class: chosen, class_text: '' })}
          onClose={() => setAdding(null)}
        />
      ) : null}
      <Modal
        opened={directory}
        onClose={closeDirectory}
        title="Asset classes"
        size={1000}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Directory entityId={entity.id} />
      </Modal>
      <Leaving draft={draft} />
    </>
  )
}
