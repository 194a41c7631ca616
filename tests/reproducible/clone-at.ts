import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The last commit of a repository's current branch. */
export async function lastCommit(repository: string): Promise<string> {
  const { stdout } = await execute('git', ['rev-parse', 'HEAD'], { cwd: repository })
  return stdout.trim()
}

/** Clones a repository and checks out one commit, wherever its branches have moved since. */
export async function cloneAt(repository: string, commit: string, to: string): Promise<void> {
  await execute('git', ['clone', '--quiet', '--no-hardlinks', '--no-checkout', repository, to])
  await execute('git', ['checkout', '--quiet', '--detach', commit], { cwd: to })
}
