import { Button, NativeSelect, PasswordInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { leastPassphrase } from '../../../shared/domain/lock.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { usePreferences } from '../../lib/use-preferences.ts'
import { applyLockState, RemoveEverythingDialog, useLock } from '../lock/public.ts'
import { idleChoices } from './idle-choices.ts'
import { SettingRow, SwitchRow } from './SettingRow.tsx'

type What = 'set' | 'change' | 'remove'

const titles: Record<What, string> = {
  set: 'Set a passphrase',
  change: 'Change the passphrase',
  remove: 'Remove the passphrase',
}

type FieldProps = { label: string; value: string; onType: (text: string) => void; first?: boolean; error?: string }

function Field({ label, value, onType, first = false, error = '' }: FieldProps) {
  return (
    <PasswordInput
      label={label}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      data-autofocus={first || undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show it' }}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

/** Asks for the current passphrase, and twice for the new one. */
function PassphraseDialog({ what, onClose }: { what: What; onClose: () => void }) {
  const api = useApi()
  const [{ current, next, again }, setTyped] = useState({ current: '', next: '', again: '' })
  const [tried, setTried] = useState(false)
  const change = useMutation({
    ...api.lock.setPassphrase.mutationOptions({ meta: { shown: true } }),
    onSuccess: (state) => {
      applyLockState(state)
      onClose()
    },
  })
  const type = (typed: Partial<{ current: string; next: string; again: string }>) =>
    setTyped((before) => ({ ...before, ...typed }))
  const short = what !== 'remove' && next.length < leastPassphrase ? `At least ${leastPassphrase} characters.` : ''
  const different = what !== 'remove' && again !== next ? 'The passphrases do not match.' : ''
  const save = () => {
    setTried(true)
    if (short || different) return
    change.mutate({ current: what === 'set' ? null : current, next: what === 'remove' ? null : next })
  }
  return (
    <FormDialog
      title={titles[what]}
      onClose={onClose}
      error={change.error}
      confirm={{
        label: what === 'remove' ? 'Remove passphrase' : 'Set passphrase',
        isPending: change.isPending,
        onConfirm: save,
      }}
    >
      {what === 'set' ? (
        <p>
          You enter it after every start and every lock. It cannot be recovered or reset. If you forget it, you can only
          remove everything from this computer.
        </p>
      ) : (
        <Field label="Current passphrase" value={current} first onType={(text) => type({ current: text })} />
      )}
      {what === 'remove' ? null : (
        <>
          <Field
            label="New passphrase"
            value={next}
            first={what === 'set'}
            error={tried ? short : ''}
            onType={(text) => type({ next: text })}
          />
          <Field
            label="Repeat passphrase"
            value={again}
            error={tried ? different : ''}
            onType={(text) => type({ again: text })}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Explains what the passphrase protects and what it does not. */
function hintOf(isSet: boolean, isKept: boolean): string {
  const what = isSet
    ? 'Steward asks for it after every start and every lock.'
    : 'Without one, anyone who can use this computer can open Steward.'
  const kept = isKept
    ? 'It protects the screen; the keys to your offline copies stay in this computer’s keychain.'
    : 'It protects the screen until Steward closes: there is no keychain to keep it in.'
  return `${what} ${kept}`
}

/** Sets, changes and removes the passphrase. */
function PassphraseRow() {
  const api = useApi()
  const isSet = useLock(({ state }) => state?.has_passphrase ?? false)
  const keychain = useQuery(api.app.info.queryOptions({ input: {} })).data?.keychain.kind
  const [asking, setAsking] = useState<'set' | 'change' | 'remove' | null>(null)
  return (
    <SettingRow title="Passphrase" hint={hintOf(isSet, keychain !== 'session')}>
      <div className="row">
        {/* One button element for both states, so that it keeps the keyboard focus. */}
        <Button variant="default" onClick={() => setAsking(isSet ? 'change' : 'set')}>
          {isSet ? 'Change…' : 'Set a passphrase…'}
        </Button>
        {isSet ? (
          <Button variant="default" onClick={() => setAsking('remove')}>
            Remove…
          </Button>
        ) : null}
      </div>
      {asking ? <PassphraseDialog what={asking} onClose={() => setAsking(null)} /> : null}
    </SettingRow>
  )
}

function IdleRow() {
  const id = useId()
  const { chosen, choose } = usePreferences()
  const most = useQuery(useApi().policy.get.queryOptions({ input: {} })).data?.policy.idle_minutes
  const { value, choices } = idleChoices(chosen.idle_minutes, most)
  return (
    <SettingRow
      id={id}
      title="Lock when idle"
      hint={
        most === undefined
          ? 'After this long without keyboard or mouse input.'
          : `After this long without keyboard or mouse input. Your firm allows ${most} ${most === 1 ? 'minute' : 'minutes'} at most.`
      }
    >
      <NativeSelect
        aria-labelledby={id}
        size="xs"
        value={value}
        data={choices}
        onChange={({ currentTarget }) => choose({ idle_minutes: Number(currentTarget.value) })}
      />
    </SettingRow>
  )
}

function SystemRow() {
  const { chosen, choose } = usePreferences()
  const shell = useQuery(useApi().app.info.queryOptions({ input: {} })).data?.shell
  return (
    <SwitchRow
      title="Lock with this computer"
      hint={
        shell === 'browser'
          ? 'When its screen locks, and before it sleeps. Only the desktop app can detect that; in this window, use “Lock when idle”.'
          : 'When its screen locks, and before it sleeps.'
      }
      on={chosen.lock_with_system}
      onSwitch={(lock_with_system) => choose({ lock_with_system })}
    />
  )
}

function LockRow() {
  const { mutate, isPending } = useMutation(useApi().lock.lock.mutationOptions({ onSuccess: applyLockState }))
  return (
    <SettingRow title="Lock now" hint="Locks every window. Pending changes continue to be sent, and drafts are kept.">
      <Button variant="default" loading={isPending} onClick={() => mutate({})}>
        Lock Steward
      </Button>
    </SettingRow>
  )
}

function RemoveRow() {
  const [asking, { open, close }] = useDisclosure(false)
  return (
    <SettingRow
      title="Remove everything from this computer"
      hint="Sign-ins, keys, offline copies, files and settings, for example before you hand this computer on. Nothing changes in the service."
    >
      <Button variant="outline" color="red" onClick={open}>
        Remove everything…
      </Button>
      {asking ? <RemoveEverythingDialog onClose={close} /> : null}
    </SettingRow>
  )
}

/** Lock, passphrase, and the removal of all data from this computer. */
export function LockSection() {
  return (
    <Section title="Lock and data removal">
      <IdleRow />
      <SystemRow />
      <PassphraseRow />
      <LockRow />
      <RemoveRow />
    </Section>
  )
}
