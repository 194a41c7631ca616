#!/usr/bin/env node
import { parseOptions, USAGE } from './command-line.ts'
import { type Sandbox, startSandbox } from './server.ts'

/**
 * Starts the service from the command line. The first line on stdout is JSON for programs; everything for people goes to stderr.
 */
async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2))
  if (options === 'help') {
    console.log(USAGE)
    return
  }
  const sandbox = await startSandbox(options)
  const ready = {
    ready: true,
    base_url: sandbox.baseUrl,
    auth_url: sandbox.authUrl,
    ca: sandbox.caPath,
    control_url: sandbox.controlUrl,
    control_token: sandbox.controlToken,
    client_id: sandbox.clientId,
    client_secret: sandbox.clientSecret === '' ? null : sandbox.clientSecret,
    token_auth: sandbox.tokenAuth,
    openapi_url: sandbox.openApiUrl,
  }
  console.log(JSON.stringify(ready))
  describe(sandbox)
  const end = () => void sandbox.close().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}

function describe(sandbox: Sandbox): void {
  console.error(`The sandbox service is ready at ${sandbox.baseUrl} (HTTPS only).`)
  console.error(`Its certificate authority: ${sandbox.caPath}`)
  console.error(`Its OpenAPI document: ${sandbox.openApiUrl}`)
  const guard = sandbox.controlToken === null ? 'without authentication' : 'for holders of its secret'
  if (sandbox.controlUrl) console.error(`Control port, ${guard}: ${sandbox.controlUrl}`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
