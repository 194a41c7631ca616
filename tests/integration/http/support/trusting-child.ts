import { exchange } from '../../../../electron/http/exchange.ts'
import { createHttpsAgent } from '../../../../electron/http/https-agent.ts'
import { nameExchangeFailure } from '../../../../electron/http/network-errors.ts'

// Connects to a server as Steward does, with the certificate store that the environment names: node trusting-child.ts ORIGIN CA

const [origin = '', own = ''] = process.argv.slice(2)
const dispatcher = createHttpsAgent({ caCertificate: own === '' ? null : own })
const { signal } = new AbortController()
const asked = { dispatcher, origin, path: '/', method: 'GET', headers: {}, signal } as const
console.log(
  await exchange({ ...asked, maximumBytes: 100_000, stalledMs: 30_000 }).then(
    () => 'answered',
    (thrown: unknown) => {
      const { code, detail } = nameExchangeFailure(thrown).error
      return `${code}\n${detail}`
    },
  ),
)
await dispatcher.destroy()
