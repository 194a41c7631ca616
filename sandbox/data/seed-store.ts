import type { Ids } from '../store/ids.ts'
import type { Store } from '../store/store.ts'
import { type FirmSeed, generateFirm } from './firm.ts'

const MEDIA_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  csv: 'text/csv',
  txt: 'text/plain; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
} as const

/** Fills an empty store with the firm for this seed, in one transaction. */
export function seedStore(store: Store, ids: Ids, options: FirmSeed): void {
  const file = store.db.prepare<string[]>(
    'INSERT INTO files (document_id, file_name, media_type, origin) VALUES (?, ?, ?, ?)',
  )
  store.transaction(() => {
    generateFirm(options, {
      record: (table, record) => store[table].insert(ids.restyle(record)),
      file: (documentId, { fileName, origin }) =>
        void file.run(ids.restyle(documentId), fileName, MEDIA_TYPES[origin.kind], JSON.stringify(origin)),
    })
  })
}
