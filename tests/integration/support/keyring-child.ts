import { chooseKeychain } from '../../../electron/keychain/choose-keychain.ts'
import type { Keychain } from '../../../electron/keychain/keychain.ts'
import { openKeychainEntries } from '../../../electron/keychain/keychain-entries.ts'
import {
  type KeychainModuleName,
  type KeychainModules,
  loadKeychainModules,
} from '../../../electron/keychain/keychain-modules.ts'
import { createOsKeychain } from '../../../electron/keychain/os-keychain.ts'
import { createRememberingKeychain } from '../../../electron/keychain/remembering-keychain.ts'
import { openStoreKey, removeMirrorKey } from '../../../electron/keychain/store-keys.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

/** One step for the child process. The last line it prints is the list of the steps' results. */
export type KeyringStep =
  | { do: 'choose' }
  | { do: 'get' | 'delete'; account: string }
  | { do: 'set'; account: string; secret: string }
  | { do: 'open-key'; account: string; markerPath: string }
  | { do: 'remove-mirror-key'; connectionId: string; markerPath: string }

/** The result of a step: its value, or the code of the AppError it threw. */
export type KeyringResult = { value: unknown } | { code: string }

/** The child's input. `installed` names the modules that count as installed; the first one writes new entries. */
export type KeyringOrder = { folder: string; installed: readonly KeychainModuleName[]; steps: readonly KeyringStep[] }

const service = 'steward-keyring-test'
const { folder, installed, steps } = JSON.parse(process.argv[2] ?? '') as KeyringOrder

async function take(step: KeyringStep, keychain: Keychain): Promise<unknown> {
  switch (step.do) {
    case 'choose': {
      const { kind, notice } = await chooseKeychain({ service, folder, modules })
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

/** Returns the wanted modules. @throws if one of them is not installed */
function modulesOf(wanted: readonly KeychainModuleName[]): KeychainModules {
  const loaded = loadKeychainModules()
  const missing = wanted.filter((name) => loaded[name] === undefined)
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`)
  return Object.fromEntries(wanted.map((name) => [name, loaded[name]]))
}

const modules = modulesOf(installed)
const [preferred = 'keytar'] = installed
const opened = Object.entries(modules).map(([name, module]) => [name, createOsKeychain({ module, service })])
const keychain = createRememberingKeychain({
  keychains: Object.fromEntries(opened),
  preferred,
  entries: openKeychainEntries(folder),
})
const results: KeyringResult[] = []
for (const step of steps) {
  try {
    results.push({ value: (await take(step, keychain)) ?? null })
  } catch (thrown) {
    results.push({ code: thrown instanceof AppError ? thrown.code : String(thrown) })
  }
}
console.log(JSON.stringify(results))
