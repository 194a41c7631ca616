import { openStores, type StoreFiles } from '../../electron/data/open-stores.ts'

/** Opens both stores as the writing worker does, including migrations, and closes them. */
const { mirror, ledger } = openStores(JSON.parse(process.argv[2] ?? '') as StoreFiles)
mirror.close()
ledger.close()
