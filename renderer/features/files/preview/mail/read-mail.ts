import { htmlText } from '../../../../../shared/files/html-text.ts'
import { type MailParts, readMailParts } from '../../../../../shared/files/mail.ts'
import { linesOf, type TextLines } from '../text-lines.ts'

/** A mail as it is shown: as text, without pictures. */
export type Mail = Omit<MailParts, 'text' | 'html'> & {
  /** The date is ISO 8601; else it is as the mail has it. */
  isDated: boolean
  lines: TextLines
  /** The text was taken from formatted text. */
  isFormatted: boolean
}

/** The mails of a file; `more`: it has others, which are not read. */
export type MailFile = { mails: Mail[]; more: boolean }

/** Reads a mail, an mbox or a mail of Outlook. Null if it cannot be read. */
export async function readMails(bytes: Uint8Array<ArrayBuffer>): Promise<MailFile | null> {
  const read = await readMailParts(bytes)
  return read && { mails: read.mails.map(shownMail), more: read.more }
}

function shownMail({ text, html, ...rest }: MailParts): Mail {
  const isFormatted = text.trim() === '' && html !== ''
  const shown = (isFormatted ? htmlText(html) : text).replace(/\s+$/, '')
  return { ...rest, isDated: /^\d{4}-\d\d-\d\dT/.test(rest.date), lines: linesOf(shown), isFormatted }
}
