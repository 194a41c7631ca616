import {
  IconBuilding,
  IconDeviceLaptop,
  IconFile,
  IconFileCertificate,
  IconFileText,
  IconHome,
  IconId,
  IconReceiptTax,
  IconReportMoney,
  IconShield,
  IconSignature,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement, useEffect } from 'react'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import classes from './files.module.css'
import { loadFileMark, type FileMark as MarkOfFile } from './load-file-marks.ts'

type Thumbnails = ReturnType<typeof import('./preview/thumbnail.ts')['createThumbnails']>

/** Thumbnail queues, shared by all rows of all lists of a client. */
const making = new WeakMap<Client, Promise<Thumbnails>>()

/** Makes the thumbnail of a downloaded file if there is none yet. Resolves to true if one was added. */
async function makePicture(
  client: Client,
  asked: { connectionId: string; id: string; mark: MarkOfFile },
): Promise<boolean> {
  const queue =
    making.get(client) ?? import('./preview/thumbnail.ts').then(({ createThumbnails }) => createThumbnails(client))
  making.set(client, queue)
  const { connectionId, id, mark } = asked
  return mark ? (await queue)({ connectionId, id, held: mark.held }) : false
}

const drawn: readonly string[] = ['pdf', 'image']

/** A document's file and thumbnail if it is on this computer; null if it is not or while that is unknown. */
function useFileMark(id: string): MarkOfFile {
  const api = useApi()
  const client = useClient()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const { queryKey } = api.files.heldOf.queryOptions({ input: { connectionId, ids: [id] } })
  const markKey = [...queryKey, 'mark']
  const { data: mark = null } = useQuery({
    queryKey: markKey,
    queryFn: () => loadFileMark(client, connectionId, id),
    enabled: !isLocalId(id),
  })
  const missing = mark !== null && mark.png === null && drawn.includes(mark.held.preview) ? mark.held.sha256 : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per content
  useEffect(() => {
    if (missing === null) return
    makePicture(client, { connectionId, id, mark }).then(
      (made) => (made ? queries.invalidateQueries({ queryKey: markKey }) : undefined),
      // A file without a thumbnail is shown without one.
      () => undefined,
    )
  }, [missing, id, connectionId])
  return mark
}

/** The icon before a document's name; a thumbnail or a computer if its file is on this computer. */
export function FileMark({ id }: { id: string }) {
  const mark = useFileMark(id)
  return (
    <span className={classes.mark} title={mark ? 'On this computer' : undefined}>
      {mark ? null : <IconFile className={classes.absent} size={14} stroke={1.5} aria-hidden="true" />}
      {mark?.png ? <img src={`data:image/png;base64,${mark.png}`} alt="" /> : null}
      {mark && !mark.png ? <IconDeviceLaptop size={14} stroke={1.75} aria-hidden="true" /> : null}
      {mark ? <span className="visually-hidden">On this computer: </span> : null}
    </span>
  )
}

/** The icon of a document type; the first pattern that fits counts. */
const icons: readonly (readonly [RegExp, typeof IconFileText])[] = [
  [/WILL|PROXY|POWER_OF_ATTORNEY/, IconSignature],
  [/TRUST/, IconFileCertificate],
  [/TAX|FINCEN/, IconReceiptTax],
  [/PASSPORT|LICENSE/, IconId],
  [/INSURANCE|CRUMMEY/, IconShield],
  [/VALUATION|BALANCE_SHEET|STATEMENT|LOAN|CONTRIBUTION|DISTRIBUTION|TRANSFER/, IconReportMoney],
  [/AGREEMENT|BYLAWS|INCORPORATION|BUSINESS|OWNERSHIP/, IconBuilding],
  [/DEED|PROPERTY/, IconHome],
]

const iconOf = (type: string) => icons.find(([pattern]) => pattern.test(type))?.[1] ?? IconFileText

/** The first page of a document's file in small, if the file is on this computer; otherwise an icon of its type. Decorative. */
export function Thumbnail({ id, type, large = false }: { id: string; type: string; large?: boolean }) {
  const mark = useFileMark(id)
  return (
    <span className={classes.thumbnail} data-large={large || undefined} data-held={mark !== null || undefined}>
      {mark?.png ? (
        <img src={`data:image/png;base64,${mark.png}`} alt="" />
      ) : (
        createElement(iconOf(type), { size: large ? 40 : 22, stroke: 1.5, 'aria-hidden': true })
      )}
    </span>
  )
}
