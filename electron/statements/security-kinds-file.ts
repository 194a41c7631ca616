import { join } from 'node:path'
import { readSecurityKinds } from '../../shared/domain/security-kinds.ts'
import { readBoundedFile } from '../platform/private-file.ts'
import type { SecurityKindsInForce } from './review.ts'

const fileName = 'security-kinds.json'
const maxBytes = 200_000

/** Reads the user's own table, `security-kinds.json` of the user-data folder. It is read for every review, so a change applies at once. */
export async function readSecurityKindsFile(userDataDir: string): Promise<SecurityKindsInForce> {
  const text = await readBoundedFile(join(userDataDir, fileName), maxBytes).catch(() => '')
  if (text === null) return { kinds: {}, problem: null }
  const read = readSecurityKinds(text)
  return 'kinds' in read
    ? { kinds: read.kinds, problem: null }
    : { kinds: {}, problem: `${fileName} is not applied. ${read.problem}` }
}
