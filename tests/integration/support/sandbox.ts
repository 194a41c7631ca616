import { type SandboxOptions, startSandbox } from '../../../sandbox/server.ts'
import { createSandboxClient, type SandboxClient } from './sandbox-client.ts'

export interface TestSandbox extends Awaited<ReturnType<typeof startSandbox>> {
  /** Calls the sandbox over real HTTPS and trusts its CA. */
  client: SandboxClient
}

/** Starts the service in-process with its control object; by default small and hostile. Close it in `afterAll`. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({ households: 12, seed: 7, hostile: true, ...options })
  const client = createSandboxClient(sandbox)
  return {
    ...sandbox,
    client,
    async close() {
      await client.close()
      await sandbox.close()
    },
  }
}
