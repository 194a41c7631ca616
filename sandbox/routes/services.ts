import type { DocumentFiles } from '../files/document-files.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Clock } from '../http/clock.ts'
import type { ApiRules } from '../schemas/rules.ts'
import type { Cursors } from '../store/cursor.ts'
import type { Ids } from '../store/ids.ts'
import type { PageQuery } from '../store/pages.ts'
import type { Store } from '../store/store.ts'

/** The parts of a page before it is written; the control port can change them. */
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
  /** The cursor of the request. */
  after: string | undefined
  afterMark: number
}

/** Changes a page before it is sent; does nothing unless a test set a fault. */
export type BendPage = (request: PageRequest, page: PageParts) => PageParts

export interface Services {
  store: Store
  cursors: Cursors
  fileStore: FileStore
  documentFiles: DocumentFiles
  clock: Clock
  ids: Ids
  rules: ApiRules
  bendPage: BendPage
  maxUploadBytes: number
}
