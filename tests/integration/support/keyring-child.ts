import { chooseKeychain } from '../../../electron/keychain/choose-keychain.ts'
import type { Keychain } from '../../../electron/keychain/keychain.ts'
import { loadKeytar } from '../../../electron/keychain/keytar-module.ts'
import { createOsKeychain } from '../../../electron/keychain/os-keychain.ts'
import { openStoreKey, removeMirrorKey } from '../../../electron/keychain/store-keys.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

/** One step for the child process to take; the last line it prints is the list of what the steps gave. */
export type KeyringStep =
  | { do: 'choose' }
  | { do: 'get' | 'delete'; account: string }
  | { do: 'set'; account: string; secret: string }
  | { do: 'open-key'; account: string; markerPath: string }
  | { do: 'remove-mirror-key'; connectionId: string; markerPath: string }

/** What a step gave: its value, or the code of the AppError it threw. */
export type KeyringResult = { value: unknown } | { code: string }

const service = 'steward-keyring-test'

async function take(step: KeyringStep, keychain: Keychain): Promise<unknown> {
  switch (step.do) {
    case 'choose': {
      const { kind, notice } = await chooseKeychain({ service })
      return { kind, notice }
    }
    case 'get':
      return await keychain.get(step.account)
    case 'set':
      return await keychain.set(step.account, step.secret)
    case 'delete':
      return await keychain.delete(step.account)
    case 'open-key':
      return await openStoreKey({ keychain, account: step.account, markerPath: step.markerPath })
    case 'remove-mirror-key':
      return await removeMirrorKey({ keychain, connectionId: step.connectionId, markerPath: step.markerPath })
  }
}

const keytar = loadKeytar()
if (keytar === null) throw new Error('keytar is not installed')
const keychain = createOsKeychain({ keytar, service })
const results: KeyringResult[] = []
for (const step of JSON.parse(process.argv[2] ?? '[]') as KeyringStep[]) {
  try {
    results.push({ value: (await take(step, keychain)) ?? null })
  } catch (thrown) {
    results.push({ code: thrown instanceof AppError ? thrown.code : String(thrown) })
  }
}
console.log(JSON.stringify(results))
