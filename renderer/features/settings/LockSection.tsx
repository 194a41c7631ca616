import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { applyLockState, RemoveEverythingDialog } from '../lock/public.ts'
import { idleChoices } from './idle-choices.ts'
import { PassphraseRow } from './PassphraseRow.tsx'
import { SettingRow, SwitchRow } from './SettingRow.tsx'
import { usePreferences } from './use-preferences.ts'

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
  const { mutate, isPending } = useMutation(useApi().custody.lock.mutationOptions({ onSuccess: applyLockState }))
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
