import { createClientSecrets } from '../../electron/keychain/client-secret-entries.ts'
import { createDemoFileKeychain } from '../../electron/keychain/demo-file-keychain.ts'
import { createSavedConnections } from '../../electron/tenants/saved-connections.ts'

// Edits a connection's redirect address and secret together until it is killed, and reports each edit once it is saved:
//   node tests/doubles/edit-child.ts FOLDER FIRST-NUMBER

const [folder = '', first = '1'] = process.argv.slice(2)
const saved = createSavedConnections({ folder })
const secrets = createClientSecrets({ entries: async () => createDemoFileKeychain(folder), saved })
const [connection] = await saved.list()
if (connection === undefined) throw new Error('There is no connection.')

for (let edit = Number(first); ; edit += 1) {
  await secrets.commit({
    id: connection.id,
    edit: (now) => ({ ...now, redirect_uri: `http://127.0.0.1:${edit}/callback` }),
    secret: { is: 'replaced', secret: `secret ${edit}` },
  })
  process.stdout.write(`${edit}\n`)
}
