import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import type { TextCoverage, TextProblem } from '../../../shared/ipc/texts.ts'

/** Names of the groups of documents that are not searched, or not wholly. */
export const problemNames: Readonly<Record<TextProblem, string>> = {
  scans: 'Scans',
  partial: 'Partly searched',
  protected: 'Password-protected',
  unreadable: 'Unreadable',
  no_text_kind: 'Other kinds',
  not_here: 'Not on this computer',
  left_out: 'Not pinned',
}

/** How many of the documents can be searched and why not the others, in one line: only what is true. */
export function coverageWords(coverage: TextCoverage): string {
  const { documents, searchable } = coverage
  if (documents === 0) return 'No documents'
  const told = (count: number, words: string) => (count === 0 ? [] : [words])
  return [
    `${formatCount(searchable)} of ${countOf(documents, 'file', 'files')} searchable`,
    ...told(coverage.waiting, `${formatCount(coverage.waiting)} waiting to be read`),
    ...told(coverage.partial, `${formatCount(coverage.partial)} in part`),
    ...told(coverage.scans, countOf(coverage.scans, 'scan', 'scans')),
    ...told(coverage.protected, `${formatCount(coverage.protected)} password-protected`),
    ...told(coverage.unreadable, `${formatCount(coverage.unreadable)} unreadable`),
    ...told(coverage.no_text_kind, `${formatCount(coverage.no_text_kind)} of other kinds`),
    ...told(coverage.not_here, `${formatCount(coverage.not_here)} not on this computer`),
    ...told(coverage.left_out, `${formatCount(coverage.left_out)} not pinned`),
  ].join(', ')
}

/** How many pages of scans were read. */
export const scanProgress = ({ scans_read, scans_left }: TextCoverage): string =>
  `${formatCount(scans_read)} of ${countOf(scans_read + scans_left, 'page', 'pages')}`

/** Which pages are not searched because scans cannot be read. */
export const noScanReader = ({ scans_left }: TextCoverage): string =>
  `${countOf(scans_left, 'page is a picture', 'pages are pictures')} and not searched: this installation cannot read scans. The manual says how to add it.`

/** True if every word of every document is searched. */
export const isAllSearched = ({ documents, searchable, partial }: TextCoverage): boolean =>
  documents === searchable && partial === 0
