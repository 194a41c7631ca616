import type { DocumentFiles } from '../files/document-files.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Clock } from '../http/clock.ts'
import type { Cursors } from '../store/cursor.ts'
import type { PageQuery } from '../store/pages.ts'
import type { Store } from '../store/store.ts'

/** A page as its envelope needs it; the control port can bend it before it is written. */
export interface PageParts {
  texts: string[]
  hasNext: boolean
  hasPrevious: boolean
  startCursor: string | undefined
  endCursor: string | undefined
  totalCount: number
}

export interface PageRequest {
  query: PageQuery
  /** The cursor as it was sent. */
  after: string | undefined
  afterMark: number
}

/** Changes a page on its way out; does nothing unless a test asked for it. */
export type BendPage = (request: PageRequest, page: PageParts) => PageParts

export interface Services {
  store: Store
  cursors: Cursors
  fileStore: FileStore
  documentFiles: DocumentFiles
  clock: Clock
  bendPage: BendPage
  maxUploadBytes: number
}
