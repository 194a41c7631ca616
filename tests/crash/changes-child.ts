import { openStores, type StoreFiles } from '../../electron/data/open-stores.ts'
import { settleMirror } from '../../electron/data/overlay/replay-ledger.ts'
import { createWriter } from '../../electron/data/writer.ts'
import { moments, receive } from './changes-story.ts'

/** Opens the stores as the writing worker does, reads the firm after its colleagues' work, and closes them. */
const { mirror, ledger } = openStores(JSON.parse(process.argv[2] ?? '') as StoreFiles)
const writer = createWriter({ mirror, ledger, now: () => moments.after, onChanged: () => {} })
settleMirror(writer)
await receive(writer, 'after')
mirror.close()
ledger.close()
