import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { hearCustody, RemoveEverythingDialog } from '../lock/public.ts'
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
      title="Lock when nobody is there"
      hint={
        most === undefined
          ? 'After so long without a key or a movement.'
          : `After so long without a key or a movement. Your firm allows ${most} ${most === 1 ? 'minute' : 'minutes'} at most.`
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
          ? 'When its screen is locked, and before it sleeps. Only the desktop app is told of that; in this window let Steward lock itself when nobody is there.'
          : 'When its screen is locked, and before it sleeps.'
      }
      on={chosen.lock_with_system}
      onSwitch={(lock_with_system) => choose({ lock_with_system })}
    />
  )
}

function LockRow() {
  const { mutate, isPending } = useMutation(useApi().custody.lock.mutationOptions({ onSuccess: hearCustody }))
  return (
    <SettingRow title="Lock now" hint="Every window. What waits to be sent goes on being sent, and no draft is lost.">
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
      hint="Sign-ins, keys, offline copies, files and settings, before this computer goes to somebody else. Nothing changes in the service."
    >
      <Button variant="outline" color="red" onClick={open}>
        Remove everything…
      </Button>
      {asking ? <RemoveEverythingDialog onClose={close} /> : null}
    </SettingRow>
  )
}

/** Lock, passphrase, and the removal of all data from this computer. */
export function CustodySection() {
  return (
    <Section title="Lock and custody">
      <IdleRow />
      <SystemRow />
      <PassphraseRow />
      <LockRow />
      <RemoveRow />
    </Section>
  )
}
