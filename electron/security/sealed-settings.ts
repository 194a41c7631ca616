import { join } from 'node:path'
import { z } from 'zod'
import { type FirmPolicy, firmPolicy } from '../../shared/domain/policy.ts'
import { programLevels } from '../../shared/domain/program-levels.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { LastPolicy } from '../policy/live-policy.ts'
import { createSealedFile, type SealedFile, sealedAccount } from './sealed-file.ts'

type OpenKeychain = () => Promise<Keychain | null>

const policyFile = 'last-policy.json'
const programsFile = 'programs.json'

/** The last good policy. Without a keychain nothing is kept. */
export function createLastPolicy(userDataDir: string, keychain: OpenKeychain): LastPolicy {
  const path = join(userDataDir, policyFile)
  const file = createSealedFile<FirmPolicy>({
    ...{ path, account: 'policy', subject: 'steward last policy 1', schema: firmPolicy, keychain },
  })
  return {
    read: file.read,
    async keep(policy) {
      await file.keep(policy)
    },
  }
}

/** The user's choice about other programs: sealed, so that no program can give itself the consent that it needs. */
const programChoice = z.strictObject({
  is_on: z.boolean(),
  levels: programLevels,
  allowed: z.array(
    z.strictObject({ id: z.string(), name: z.string(), started_by: z.string().nullable(), allowed_at: z.string() }),
  ),
  /** The latest refusals, oldest first. */
  refused: z
    .array(
      z.strictObject({ id: z.string(), name: z.string(), started_by: z.string().nullable(), refused_at: z.string() }),
    )
    .default([]),
})

export type ProgramChoice = z.infer<typeof programChoice>

export function createProgramChoice(userDataDir: string, keychain: OpenKeychain): SealedFile<ProgramChoice> {
  const path = join(userDataDir, programsFile)
  return createSealedFile({ path, account: 'programs', subject: 'steward programs 1', schema: programChoice, keychain })
}

/** The keychain's accounts of the keys of these files. */
export async function sealedAccounts(userDataDir: string): Promise<string[]> {
  const accounts = [policyFile, programsFile].map((name) => sealedAccount(join(userDataDir, name)))
  return (await Promise.all(accounts)).filter((account) => account !== null)
}
