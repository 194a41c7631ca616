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
import { createElement } from 'react'
import classes from './files.module.css'
import { useFileMark } from './use-file-mark.ts'

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
