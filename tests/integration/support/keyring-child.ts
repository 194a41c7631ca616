import { chooseKeychain, type KeychainAsks } from '../../../electron/keychain/choose-keychain.ts'
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
import { endProcess } from '../../../electron/platform/native-calls.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

/** One step for the child process. The last line it prints is the list of the steps' results; what a keychain asks for is printed at once. */
export type KeyringStep =
  /** `leaves`: the user continues without a keychain that asks. */
  | { do: 'choose'; leaves?: true }
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
      const choice = chooseKeychain({ service, folder, loaded: { modules, failure: null } })
      const asks: KeychainAsks[] = []
      choice.onChange(() => {
        if (choice.asks() === null) return
        asks.push(choice.asks())
        console.log(choice.asks())
        if (step.leaves) choice.leave()
      })
      const { kind, notice } = await choice.chosen
      return { kind, notice, asks }
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
  const loaded = loadKeychainModules().modules
  const missing = wanted.filter((name) => loaded[name] === undefined)
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`)
  return Object.fromEntries(wanted.map((name) => [name, loaded[name]]))
}

const modules = modulesOf(installed)
const [preferred = 'keytar'] = installed
const opened = Object.entries(modules).map(([name, module]) => [name, createOsKeychain({ module, service, folder })])
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
endProcess(() => process.exit(0))
