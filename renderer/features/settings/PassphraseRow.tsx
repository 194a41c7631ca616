import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { useLock } from '../lock/public.ts'
import { PassphraseDialog } from './PassphraseDialog.tsx'
import { SettingRow } from './SettingRow.tsx'

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
export function PassphraseRow() {
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
