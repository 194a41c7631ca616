import { stat } from 'node:fs/promises'
import { isErrorCode, readBoundedFile } from '../platform/private-file.ts'
import type { StoredPolicy } from './policy-store.ts'
import { repeatedKey } from './repeated-key.ts'

const maxBytes = 1024 * 1024
const writableByOthers = 0o022

/**
 * Reads a policy from a JSON file.
 *
 * @param options.byAdministrators - on Linux, whether to report a file that a user other than root could have written
 */
export async function readPolicyFile(path: string, options: { byAdministrators: boolean }): Promise<StoredPolicy> {
  try {
    const text = await readBoundedFile(path, maxBytes)
    if (text === null) return null
    const remarks = options.byAdministrators ? await ownerProblems(path) : []
    return { where: path, content: parse(text, path), remarks }
  } catch (error) {
    // A file in place of a parent folder means that there is no policy.
    if (isErrorCode(error, 'ENOTDIR')) return null
    return {
      where: path,
      content: { problem: `${path} cannot be read, so every restriction applies.` },
      remarks: [],
    }
  }
}

function parse(given: string, path: string): { raw: unknown } | { problem: string } {
  const text = given.replace(/^\uFEFF/, '')
  try {
    const raw: unknown = JSON.parse(text)
    const twice = repeatedKey(text)
    if (twice === null) return { raw }
    return { problem: `${path} has “${twice}” more than once, so every restriction applies.` }
  } catch {
    return { problem: `${path} is not valid JSON, so every restriction applies.` }
  }
}

/** Reports a file that others could have written. Its restrictions apply all the same: a policy can only restrict. */
async function ownerProblems(path: string): Promise<string[]> {
  const { uid, mode } = await stat(path)
  const remarks: string[] = []
  if (uid !== 0) remarks.push(`${path} does not belong to root: its owner can change it.`)
  if ((mode & writableByOthers) !== 0) remarks.push(`${path} can be written by users other than its owner.`)
  return remarks
}
