import type { NotOpenable, PreviewKind } from '../../shared/domain/file-kinds.ts'

/** A file, what it is, what is shown of it, and why another program may not open it. */
export type MadeFile = {
  what: string
  name: string
  bytes: Buffer
  mediaType: string
  kind: string
  preview: PreviewKind
  notOpenable: NotOpenable | null
}

/** Describes one file. */
export const file = (
  what: string,
  name: string,
  bytes: Buffer,
  [mediaType, kind]: readonly [string, string],
  preview: PreviewKind,
  notOpenable: NotOpenable | null,
): MadeFile => ({ what, name, bytes, mediaType, kind, preview, notOpenable })

/** The media types and names of kinds. */
export const is = {
  pdf: ['application/pdf', 'PDF'],
  docx: [`application/vnd.openxmlformats-officedocument.wordprocessingml.document`, 'Word document'],
  dotx: [`application/vnd.openxmlformats-officedocument.wordprocessingml.template`, 'Word template'],
  docm: ['application/vnd.ms-word.document.macroEnabled.12', 'Word document with macros'],
  xlsx: [`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`, 'Excel workbook'],
  xltx: [`application/vnd.openxmlformats-officedocument.spreadsheetml.template`, 'Excel template'],
  xlsm: ['application/vnd.ms-excel.sheet.macroEnabled.12', 'Excel workbook with macros'],
  xlsb: ['application/vnd.ms-excel.sheet.binary.macroEnabled.12', 'Excel workbook (binary)'],
  pptx: [`application/vnd.openxmlformats-officedocument.presentationml.presentation`, 'PowerPoint presentation'],
  potx: [`application/vnd.openxmlformats-officedocument.presentationml.template`, 'PowerPoint template'],
  ppsx: [`application/vnd.openxmlformats-officedocument.presentationml.slideshow`, 'PowerPoint slide show'],
  odt: ['application/vnd.oasis.opendocument.text', 'OpenDocument text'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet', 'OpenDocument spreadsheet'],
  odp: ['application/vnd.oasis.opendocument.presentation', 'OpenDocument presentation'],
  doc: ['application/msword', 'Word document (97–2003)'],
  xls: ['application/vnd.ms-excel', 'Excel workbook (97–2003)'],
  ppt: ['application/vnd.ms-powerpoint', 'PowerPoint presentation (97–2003)'],
  msg: ['application/vnd.ms-outlook', 'E-mail (Outlook)'],
  tiff: ['image/tiff', 'Scan or picture (TIFF)'],
  heic: ['image/heic', 'Photo (HEIC)'],
  mail: ['message/rfc822', 'E-mail'],
  text: ['text/plain', 'Text'],
  zip: ['application/zip', 'Archive (ZIP)'],
  unknown: ['application/octet-stream', 'Unknown kind of file'],
} as const
